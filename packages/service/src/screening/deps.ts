import type { Platform } from '../platform/platform.ts'

export type ScreeningDeps = Pick<Platform, 'config' | 'secrets'>
