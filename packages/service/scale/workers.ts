import { alternate, type Row, row } from '@coinslot/tooling/bench'
import { sql } from 'kysely'
import type { Sink } from '../bench/webhook-rig.ts'
import { expireIntents } from '../src/cards/expire-intents.ts'
import { createDeps } from '../src/composition/create-deps.ts'
import type { ServiceDeps } from '../src/composition/deps.ts'
import { readConfig } from '../src/platform/config.ts'
import { recordEvent } from '../src/webhooks/outbox.ts'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import { createSender } from '../src/webhooks/sender.ts'
import { approvalEvent } from '../test/events.ts'
import type { Side } from './side.ts'

const ROUNDS = 5
const DUE = 3_000
const AT_ONCE = 50

/** A side whose own process has been stopped, to be worked on from here. */
export interface Bench extends Side {
  readonly deps: ServiceDeps
}

export const takeOver = async (side: Side): Promise<Bench> => {
  await side.serving.stop()
  return { ...side, deps: await createDeps(readConfig({ ...side.environment, COINSLOT_LOG_LEVEL: 'error' })) }
}

const perSecond = async (count: number, work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (count / (performance.now() - began)) * 1_000
}

/** Intents whose time has run out, each like a real one that nobody paid. @returns how many expired per second. */
const expire = async ({ deps }: Bench): Promise<number> => {
  await sql`
    insert into payment_intents
    select (jsonb_populate_record(null::payment_intents, to_jsonb(intent) || jsonb_build_object(
      'id', gen_random_uuid(), 'status', 'Created', 'finalised_at', null, 'expires_at', now() - interval '1 minute'))).*
    from (select * from payment_intents where status = 'Approved' limit 1) intent, generate_series(1, ${DUE}::integer)
  `.execute(deps.db)
  // Their events are not delivered here: the next round would be of another size.
  const speed = await perSecond(DUE, () => expireIntents(deps))
  await sql`delete from webhook_queue`.execute(deps.db)
  return speed
}

export const startWorker = ({ deps }: Bench): Dispatcher => {
  const worker = new Dispatcher({ ...deps, sender: createSender({ allowPrivate: true }), random: Math.random })
  worker.start()
  return worker
}

/** Records an approval as a payment does. @returns the event's id. */
export const approve = ({ deps }: Bench, merchantId: string): Promise<string> =>
  deps.db.transaction().execute((transaction) => recordEvent(transaction, approvalEvent(merchantId, deps.clock.now())))

const deliver = async (side: Bench, sink: Sink): Promise<number> => {
  for (let made = 0; made < DUE; made += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => approve(side, side.merchantId)))
  return perSecond(DUE, async () => {
    const worker = startWorker(side)
    await sink.arrivals(DUE)
    await worker.stop(5_000)
  })
}

/** What the service does by itself, per second, beside many payments and beside few. */
export const workerRows = [
  {
    name: 'expiry',
    measure: async (many: Bench, few: Bench): Promise<Row> =>
      row({
        name: 'expiry',
        ...(await alternate(
          ROUNDS,
          () => expire(many),
          () => expire(few),
        )),
        unit: 'intents/s',
        target: '>= 0.85',
        method: `one sweep of ${DUE} intents, with their events; medians of ${ROUNDS} alternating rounds`,
      }),
  },
  {
    name: 'deliveries',
    measure: async (many: Bench, few: Bench, sink: Sink): Promise<Row> =>
      row({
        name: 'deliveries',
        ...(await alternate(
          ROUNDS,
          () => deliver(many, sink),
          () => deliver(few, sink),
        )),
        unit: '1/s',
        target: '>= 0.85',
        method: `one worker delivers ${DUE} events to one endpoint and records each; medians of ${ROUNDS} alternating rounds`,
      }),
  },
] as const
