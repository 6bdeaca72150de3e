import { setTimeout as pause } from 'node:timers/promises'
import { alternate, quantile, type Row, row } from '@coinslot/tooling/bench'
import { sql } from 'kysely'
import { nowMs, type Sink } from '../bench/webhook-rig.ts'
import { createClient } from '../src/auth/create-client.ts'
import { insertSubscription } from '../src/webhooks/subscription-store.ts'
import { approve, type Bench, startWorker } from './workers.ts'

const BACKLOG = 500_000
const EVENTS = 1_000
const EVERY_MS = 5
const ROUNDS = 5

const addMerchant = async ({ deps: { db, clock, secrets } }: Bench, endpoint: string) => {
  const { merchantId } = await createClient(db, clock, { merchant: 'Another' })
  const rest = { endpoint, description: '', status: 'enabled' as const, at: clock.now() }
  return { merchantId, id: await insertSubscription(db, secrets, { merchantId, ...rest }) }
}

/** Makes deliveries due to a subscription at one instant, as a replay does: of events that are stored. */
const makeDue = async ({ deps: { db, clock } }: Bench, { merchantId, id }: { merchantId: string; id: string }) => {
  const at = clock.now()
  for (let from = 0; from < BACKLOG; from += 50_000) {
    await sql`
      insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body,
        subscription_hash, subject_hash, step, due_at, created_at)
      select ${merchantId}::uuid, ${id}::uuid, ${at}::timestamptz, 'evt_' || nr, gen_random_uuid(), 'payment_approved',
        body, hashtextextended(${id}::text, 0), hashtextextended(${`${id} `}::text || nr, 0), 0, ${at}::timestamptz,
        ${at}::timestamptz
      from (select body from webhook_events limit 1) event, generate_series(${from}::integer, ${from + 49_999}::integer) nr
    `.execute(db)
  }
  // The files of the log that this wrote are written again from here on: a new one is made while commits wait.
  await sql`checkpoint`.execute(db)
}

/** @returns the 99th percentile of what a merchant's events wait from before their transaction to their arrival, in ms. */
const waitOf = async (side: Bench, sink: Sink, merchantId: string): Promise<number> => {
  const worker = startWorker(side)
  const sent: Promise<readonly [id: string, atMs: number]>[] = []
  for (let count = 0; count < EVENTS; count += 1) {
    const atMs = nowMs()
    const recorded = approve(side, merchantId)
    sent.push(
      recorded.then((id) => {
        worker.wake()
        return [id, atMs] as const
      }),
    )
    await pause(EVERY_MS)
  }
  const events = await Promise.all(sent)
  while (events.some(([id]) => !sink.arrivedAtMs.has(id))) await pause(20)
  await worker.stop(5_000)
  sink.forget()
  const waited = events.map(([id, atMs]) => (sink.arrivedAtMs.get(id) ?? Number.NaN) - atMs)
  return quantile(waited, 0.99)
}

const NAME = `p99 of a delivery beside a merchant with ${BACKLOG.toLocaleString('en')} due`

/** What one merchant's backlog does to another. */
export const fairnessRow = {
  name: NAME,
  measure: async (side: Bench, sink: Sink): Promise<Row> => {
    const large = await addMerchant(side, sink.url('/untold'))
    const small = await addMerchant(side, sink.url('/up'))
    await makeDue(side, large)
    const { db } = side.deps
    const during = (status: 'enabled' | 'disabled') => async () => {
      const disabledAt = status === 'disabled' ? side.deps.clock.now() : null
      await db
        .updateTable('webhook_subscriptions')
        .set({ status, disabled_at: disabledAt })
        .where('id', '=', large.id)
        .execute()
      return waitOf(side, sink, small.merchantId)
    }
    return row({
      name: NAME,
      ...(await alternate(ROUNDS, during('enabled'), during('disabled'))),
      unit: 'ms',
      target: '<= 1.2',
      method: `${EVENTS} events of one merchant ${EVERY_MS} ms apart, one worker, while it works off another's; against the same with the other's subscription disabled; medians of ${ROUNDS} alternating rounds`,
    })
  },
}
