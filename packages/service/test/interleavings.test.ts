import { LIMITS } from '@coinslot/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from './databases.ts'
import type { CardFate } from './interleaved-acquirer.ts'
import { type Ground, InterleavedService, openGround } from './interleaved-service.ts'

const { COINSLOT_INTERLEAVINGS, COINSLOT_INTERLEAVINGS_SEED } = process.env
/** More of them find what is rarer: `COINSLOT_INTERLEAVINGS=2000`. */
const RUNS = Number(COINSLOT_INTERLEAVINGS || 20)
/** What a failure has printed, to see the same one again; else the same orders in each run, and new ones where more are asked for. */
const SEED = COINSLOT_INTERLEAVINGS_SEED ?? (COINSLOT_INTERLEAVINGS ? undefined : '1')

/** How many intents a buyer has opened: all that a command has to know beforehand. */
interface Model {
  intents: number
}

type Command = fc.AsyncCommand<Model, InterleavedService>

/** @param steps what happens before the next command. */
const command = (name: string, steps: number, run: (service: InterleavedService) => unknown): Command => ({
  check: ({ intents }) => intents > 0,
  run: async (_model, service) => {
    await run(service)
    await service.step(steps)
    await service.check()
  },
  toString: () => `${name}, then ${steps} steps`,
})

const create: Command = {
  check: ({ intents }) => intents < 2,
  run: async (model, service) => {
    model.intents += 1
    await service.create()
  },
  toString: () => 'create',
}

const MINUTE_MS = 60_000
const place = fc.constantFrom(0, 1)
const nth = fc.constantFrom(0, 1)
const steps = fc.integer({ min: 0, max: 4 })
const intentOf = ({ intents }: InterleavedService, at: number): string => intents[at % intents.length] ?? ''

const fates: fc.Arbitrary<CardFate> = fc.constantFrom('approved', 'refused', 'challenge', 'lost', 'slow')
const pay = fc
  .tuple(place, nth, fates, steps)
  .map(([at, intent, fate, after]) =>
    command(`pay ${intent} in ${at}: ${fate}`, after, (service) => service.pay(at, intentOf(service, intent), fate)),
  )
const answerChallenge = fc
  .tuple(place, nth, fc.boolean(), steps)
  .map(([at, intent, isApproved, after]) =>
    command(`answer the bank for ${intent} in ${at}: ${isApproved}`, after, (service) =>
      service.answerChallenge(at, intentOf(service, intent), isApproved),
    ),
  )
const close = fc
  .tuple(place, nth, steps)
  .map(([at, intent, after]) =>
    command(`close ${intent} in ${at}`, after, (service) => service.close(at, intentOf(service, intent))),
  )
const expire = fc.tuple(place, steps).map(([at, after]) =>
  command(`expire in ${at}`, after, (service) => {
    service.advance((LIMITS.intentMinutes + 1) * MINUTE_MS)
    service.expire(at)
  }),
)
const settle = fc.tuple(place, steps).map(([at, after]) =>
  command(`settle in ${at}`, after, (service) => {
    service.advance(MINUTE_MS)
    service.settle(at)
  }),
)
const kill = fc.tuple(place, steps).map(([at, after]) => command(`kill ${at}`, after, (service) => service.kill(at)))
const redeliver = fc
  .tuple(place, steps)
  .map(([at, after]) => command(`redeliver in ${at}`, after, (service) => service.redeliver(at)))
const endpoint = fc
  .tuple(fc.boolean(), steps)
  .map(([isFailing, after]) =>
    command(`the endpoint ${isFailing ? 'fails' : 'works'}`, after, (service) => service.setFailing(isFailing)),
  )
const subscribe = fc
  .tuple(place, fc.boolean(), steps)
  .map(([at, isEnabled, after]) =>
    command(`${isEnabled ? 'enable' : 'disable'} in ${at}`, after, (service) => service.subscribe(at, isEnabled)),
  )
const setBack = fc
  .tuple(fc.constantFrom(1, 5, 60, 24 * 60), steps)
  .map(([minutes, after]) =>
    command(`set the clock back by ${minutes} minutes`, after, (service) => service.setBack(minutes * MINUTE_MS)),
  )

/** What most has to be in order comes more often. */
const commands = fc.commands(
  [
    fc.constant(create),
    pay,
    pay,
    pay,
    answerChallenge,
    close,
    expire,
    settle,
    settle,
    settle,
    kill,
    redeliver,
    endpoint,
    subscribe,
    subscribe,
    setBack,
  ],
  { maxCommands: 14, size: 'max' },
)

describe.runIf(testDatabase === 'embedded')('whatever happens in whichever order', () => {
  let ground: Ground
  beforeAll(async () => {
    ground = await openGround()
  })
  afterAll(() => ground.deps.db.destroy())

  test(
    'an intent ends once, what is charged is what is approved, and every event arrives',
    { timeout: 30_000 + RUNS * 1_000 },
    async () => {
      const ends = fc.asyncProperty(fc.scheduler(), commands, async (turns, sequence) => {
        const service = new InterleavedService(ground, turns)
        await service.begin()
        try {
          await fc.asyncModelRun(() => ({ model: { intents: 0 }, real: service }), [create, ...sequence])
          await service.step()
          await service.rest()
        } finally {
          service.stop()
        }
      })
      const parameters = { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) }
      await expect(fc.assert(ends, parameters)).resolves.toBeUndefined()
    },
  )
})
