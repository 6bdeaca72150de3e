import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { approvalEvent } from '../../test/events.ts'
import { eventBody } from '../../src/webhooks/outbox.ts'
import { signatureHeaders, signingKey } from '../../src/webhooks/signature.ts'
import type { BenchPostgres } from '../postgres.ts'
import { alternate, median, quantile, type Row, row, spreadOf } from '@coinslot/tooling/bench'
import { nowMs, startWebhookRig, type WebhookRig } from '../webhook-rig.ts'

const ROUNDS = 5
const DELIVERIES = 5_000
const LOOP_CONCURRENCY = 64

const post = (url: string, headers: Record<string, string>, body: string, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => response.resume().on('end', resolve))
    sent.on('error', reject)
    sent.end(body)
  })

/** Posts as many signed events as fast as a plain program can, without a database. @returns posts per second. */
const bareLoop = async ({ sink }: WebhookRig): Promise<number> => {
  const agent = new Agent({ keepAlive: true })
  const key = signingKey()
  const url = sink.url('/up')
  let left = DELIVERIES
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const [id, at] = [`evt_${randomUUID()}`, new Date()]
      const body = eventBody(id, approvalEvent(randomUUID(), at))
      const headers = { 'content-type': 'application/json', ...signatureHeaders({ id, at, body }, [key]) }
      await post(url, headers, body, agent)
    }
  }
  const started = nowMs()
  await Promise.all(Array.from({ length: LOOP_CONCURRENCY }, worker))
  const seconds = (nowMs() - started) / 1_000
  await sink.arrivals(DELIVERIES)
  agent.destroy()
  return DELIVERIES / seconds
}

/** Lets one worker deliver a backlog and write every attempt down. @returns deliveries per second. */
const deliverBacklog = async (rig: WebhookRig, merchantId: string): Promise<number> => {
  for (let batch = 0; batch < DELIVERIES; batch += 50) {
    await Promise.all(Array.from({ length: 50 }, () => rig.approve(merchantId)))
  }
  const started = nowMs()
  const worker = rig.startWorker()
  await rig.sink.arrivals(DELIVERIES)
  await worker.stop(5_000)
  return DELIVERIES / ((nowMs() - started) / 1_000)
}

const throughput = async (rig: WebhookRig): Promise<Row> => {
  const merchantId = await rig.addMerchant('/up')
  const measured = await alternate(
    ROUNDS,
    () => deliverBacklog(rig, merchantId),
    () => bareLoop(rig),
  )
  return row({
    name: 'webhook deliveries',
    ...measured,
    unit: '1/s',
    target: '>= 0.75',
    method: `one worker on Postgres delivers ${DELIVERIES} events to one endpoint and records each, its start and stop included; against ${LOOP_CONCURRENCY} loops of signed posts to the same sink in the same process; medians of ${ROUNDS} alternating rounds`,
  })
}

/** @returns milliseconds from before each event's transaction to its arrival. */
const latencies = async (
  rig: WebhookRig,
  wake: () => void,
  { merchants, events, everyMs }: { merchants: readonly string[]; events: number; everyMs: number },
): Promise<number[]> => {
  const sent: Promise<[id: string, atMs: number]>[] = []
  for (let count = 0; count < events; count += 1) {
    const atMs = nowMs()
    const merchantId = merchants[count % merchants.length] ?? ''
    sent.push(
      rig.approve(merchantId).then((id) => {
        wake()
        return [id, atMs]
      }),
    )
    await pause(everyMs)
  }
  await rig.sink.arrivals(events)
  return (await Promise.all(sent)).map(([id, atMs]) => (rig.sink.arrivedAtMs.get(id) ?? Number.NaN) - atMs)
}

const idleLatency = async (rig: WebhookRig): Promise<Row> => {
  const merchants = [await rig.addMerchant('/up')]
  const worker = rig.startWorker()
  const measured = await latencies(rig, () => worker.wake(), { merchants, events: 200, everyMs: 20 })
  await worker.stop(1_000)
  return row({
    name: 'webhook event to delivery, idle, median',
    ours: median(measured),
    other: 50,
    spread: spreadOf(measured.map((ms) => ms / 50)),
    unit: 'ms',
    target: '<= 1',
    method: 'from before the transaction that records the event to its arrival, 200 events 20 ms apart, on Postgres',
  })
}

/** @returns the 99th percentile of what nine endpoints wait, in milliseconds, with a worker of its own. */
const waitOfNine = async (rig: WebhookRig, merchants: readonly string[]): Promise<number> => {
  const worker = rig.startWorker()
  const measured = await latencies(rig, () => worker.wake(), { merchants, events: 1_800, everyMs: 2 })
  await worker.stop(0)
  return quantile(measured, 0.99)
}

const waitBesideDead = async (rig: WebhookRig, merchants: readonly string[]): Promise<number> => {
  const dead = await rig.addMerchant('/dead')
  for (let event = 0; event < 200; event += 1) await rig.approve(dead)
  const waited = await waitOfNine(rig, merchants)
  await rig.removeMerchant(dead)
  return waited
}

const isolation = async (rig: WebhookRig): Promise<Row> => {
  const merchants = await Promise.all(Array.from({ length: 9 }, () => rig.addMerchant('/up')))
  const measured = await alternate(
    ROUNDS,
    () => waitBesideDead(rig, merchants),
    () => waitOfNine(rig, merchants),
  )
  return row({
    name: 'webhook event to delivery beside a dead endpoint, p99',
    ...measured,
    unit: 'ms',
    target: '<= 1.2',
    method: `1,800 events 2 ms apart to nine endpoints, while 200 more wait for a tenth that never answers; against the same without the tenth; medians of ${ROUNDS} alternating rounds`,
  })
}

/** Fills the queue at one instant after it was analysed empty. @returns deliveries per second while it is worked off. */
const workOff = async (rig: WebhookRig, due: number): Promise<number> => {
  await rig.analyseEmptyQueue()
  const merchantId = await rig.addMerchant('/up')
  await rig.fillQueue(merchantId, due)
  const started = nowMs()
  const worker = rig.startWorker()
  await rig.sink.arrivals(DELIVERIES)
  const seconds = (nowMs() - started) / 1_000
  await worker.stop(5_000)
  rig.sink.forget()
  await rig.removeMerchant(merchantId)
  return DELIVERIES / seconds
}

const backlog = async (rig: WebhookRig): Promise<Row> =>
  row({
    name: 'webhook deliveries, 100,000 due at one instant',
    ...(await alternate(
      2,
      () => workOff(rig, 100_000),
      () => workOff(rig, DELIVERIES),
    )),
    unit: '1/s',
    target: '>= 0.5',
    method: `the first ${DELIVERIES} of 100,000 deliveries that fall due at one instant after the empty queue was analysed, against ${DELIVERIES} in all; one worker, one endpoint; medians of 2 alternating rounds`,
  })

/** Deliveries per second, how soon they start, and what a dead endpoint does to the others. */
export const webhooks = async (postgres: BenchPostgres): Promise<Row[]> => {
  const rig = await startWebhookRig(postgres)
  try {
    return [await throughput(rig), await idleLatency(rig), await isolation(rig), await backlog(rig)]
  } finally {
    await rig.stop()
  }
}
