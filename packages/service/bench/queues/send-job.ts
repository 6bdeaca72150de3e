import { randomUUID } from 'node:crypto'
import { createSender } from '../../src/webhooks/sender.ts'
import { signatureHeaders, signingKey } from '../../src/webhooks/signature.ts'
import { BACKLOG_BODY, type Sink } from '../webhook-rig.ts'
import { FILL_BATCH, type Line } from './contender.ts'

/** What an engine keeps of one delivery. Each is about a subject of its own, as most are. */
export interface Job {
  readonly id: string
  readonly merchant: string
  readonly subject: string
  readonly path: string
  readonly body: string
}

/** The jobs of all lines, one line after the other, in batches. */
export function* jobsOf(lines: readonly Line[]): Generator<Job[]> {
  for (const { merchant, count, path } of lines)
    for (let made = 0; made < count; made += FILL_BATCH)
      yield Array.from({ length: Math.min(FILL_BATCH, count - made) }, () => ({
        id: `${merchant}_${randomUUID()}`,
        merchant,
        subject: randomUUID(),
        path,
        body: BACKLOG_BODY,
      }))
}

/** Delivers jobs as the service does: signed, by the same sender. Nothing is looked up, and nothing written down. */
export const createJobSender = (sink: Sink) => {
  const sender = createSender({ allowPrivate: true })
  const keys = [signingKey()]
  return {
    send: async ({ id, merchant: merchantId, path, body }: Job): Promise<void> => {
      const headers = signatureHeaders({ id, at: new Date(), body }, keys)
      const { failure } = await sender.send({ merchantId, endpoint: sink.url(path), headers, body })
      if (failure !== null) throw new Error(failure)
    },
    close: () => sender.close(),
  }
}
