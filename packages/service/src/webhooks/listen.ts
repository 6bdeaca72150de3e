import { COMMIT_MARGIN_MS } from './backfill.ts'
import type { WebhookDeps } from './deps.ts'
import { eventsSince, type RecordedEvent } from './event-store.ts'
import { describeFailure } from './failure-class.ts'
import { createSender, type Sender } from './sender.ts'
import { WakeUp } from './wake-up.ts'
import { signatureHeaders, signingKey } from './signature.ts'

const POLL_MS = 500

export interface ListenOptions {
  /** Null for every merchant's events. */
  readonly merchantId: string | null
  /** Where events are posted to; null to show them only. */
  readonly forwardTo: string | null
  readonly print: (line: string) => void
  /** Ends it. */
  readonly signal: AbortSignal
}

/** The key that forwarded events are signed with: the same whenever the same service listens for the same merchant. */
const listenerKey = ({ secrets }: WebhookDeps, merchantId: string | null): string =>
  signingKey(secrets.hash(`webhook listener of ${merchantId ?? 'every merchant'}`))

const forward = async (sender: Sender, endpoint: string, key: string, event: RecordedEvent, at: Date) => {
  const headers = signatureHeaders({ id: event.id, at, body: event.body }, [key])
  const { merchantId, body } = event
  const { failure, statusCode, durationMs } = await sender.send({ merchantId, endpoint, headers, body })
  const result = failure === null ? `status ${statusCode}` : describeFailure(failure, statusCode)
  return `  →  ${result} in ${durationMs} ms`
}

/** What is new may be dated before what is known: another process's clock may be behind, and its transaction long. */
const fromWhen = ({ clock }: WebhookDeps): Date => new Date(clock.now().getTime() - COMMIT_MARGIN_MS)

/** Shows events as they happen and forwards them signed, each once and in order, until the signal ends it. */
export const listen = async (deps: WebhookDeps, options: ListenOptions): Promise<void> => {
  const { merchantId, forwardTo, print, signal } = options
  const key = listenerKey(deps, merchantId)
  const sender = createSender({ allowPrivate: true })
  const wake = new WakeUp()
  const stopWaking = deps.onWakeDeliveries(() => wake.notify())
  signal.addEventListener('abort', () => wake.notify())
  try {
    const earlier = await eventsSince(deps.db, fromWhen(deps), merchantId)
    const seen = new Map(earlier.map(({ id, createdAt }) => [id, createdAt]))
    print(forwardTo === null ? 'Listening' : `Listening, forwarding to ${forwardTo}, signed with ${key}`)
    while (!signal.aborted) {
      const since = fromWhen(deps)
      for (const [id, createdAt] of seen) if (createdAt < since) seen.delete(id)
      const events = await eventsSince(deps.db, since, merchantId)
      for (const event of events.filter(({ id }) => !seen.has(id))) {
        if (signal.aborted) return
        seen.set(event.id, event.createdAt)
        const result = forwardTo === null ? '' : await forward(sender, forwardTo, key, event, deps.clock.now())
        print(`${event.createdAt.toISOString()}  ${event.type}  ${event.id}  merchant ${event.merchantId}${result}`)
      }
      await wake.wait(deps.clock, POLL_MS)
    }
  } finally {
    stopWaking()
    sender.close()
  }
}
