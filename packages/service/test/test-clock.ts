import { createMovableClock, type MovableClock } from '../src/sandbox/movable-clock.ts'

/** The sandbox's clock, at the same time in every test. */
export const createTestClock = (): MovableClock => createMovableClock(new Date('2026-03-14T09:26:53.000Z'))
