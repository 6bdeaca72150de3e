import { afterAll } from 'vitest'
import { killRunning } from './process.ts'

afterAll(killRunning)
