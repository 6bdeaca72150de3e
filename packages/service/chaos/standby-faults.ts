import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from './random.ts'
import type { World } from './world.ts'

const LOOK_EVERY_MS = 25
/** More than enough for a process that reacts at all. */
const PATIENCE_MS = 30_000

/** @returns after how many milliseconds every process was as ready as that, by `/readyz`. */
const untilReadiness = async ({ servings, ledger }: World, status: 200 | 503): Promise<number> => {
  const began = Date.now()
  await Promise.all(
    servings.map(async ({ address }) => {
      const look = () => fetch(`${address}/readyz`).then((response) => response.status, String)
      for (let seen = await look(); seen !== status; seen = await look()) {
        if (Date.now() - began > PATIENCE_MS) {
          ledger.unexpected.push(`/readyz: ${seen} in place of ${status}`)
          return
        }
        await pause(LOOK_EVERY_MS)
      }
    }),
  )
  return Date.now() - began
}

/** A standby is made and takes over; until it does, every process says that it is not ready. */
export const failOver = async (world: World, random: Random): Promise<void> => {
  const { primary, ledger } = world
  await primary.failOver({
    whileFollowed: () => pause(random.between(500, 4_000)),
    whileLost: async () => {
      await untilReadiness(world, 503)
      await pause(random.between(0, 3_000))
    },
    movesFirst: random.chance(0.5),
  })
  ledger.returns.push(await untilReadiness(world, 200))
  await primary.forgetLost()
}

/** No commit returns while the standby for which all wait is away; every process says that it is not ready. */
export const missStandby = async (world: World, random: Random): Promise<void> => {
  await world.primary.missStandby({
    whileFollowed: () => pause(random.between(500, 2_000)),
    whileAway: async () => {
      await untilReadiness(world, 503)
      // Statements are given up after 16 seconds.
      await pause(random.chance(0.2) ? 20_000 : random.between(0, 5_000))
    },
  })
  await untilReadiness(world, 200)
}
