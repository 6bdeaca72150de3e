/** An intent that the service has acknowledged to a merchant's backend. */
export interface Acknowledged {
  readonly id: string
  readonly key: string
  readonly merchantId: string
  readonly amount: string
}

const REASONS_KEPT = 20

/** What everybody outside of the service has been told in a run; the audit holds the service to it. */
export class Ledger {
  readonly acknowledged = new Map<string, Acknowledged>()
  /** Ids that an acknowledged key was answered with afterwards, where it was another. */
  readonly changedIds: string[] = []
  /** Final statuses that buyers and merchants were shown, by intent. */
  readonly shown = new Map<string, Set<string>>()
  /** Answers that no fault excuses. */
  readonly unexpected: string[] = []
  /** Requests that were answered, those that had to be repeated, and why the first of these had. */
  answered = 0
  repeated = 0
  readonly whyRepeated: string[] = []
  /** Of each failover, the milliseconds from the promotion until every process was ready. */
  readonly returns: number[] = []

  acknowledge(intent: Acknowledged): void {
    const known = this.acknowledged.get(intent.key)
    if (known !== undefined && known.id !== intent.id) this.changedIds.push(intent.key)
    this.acknowledged.set(intent.key, known ?? intent)
  }

  /** Notes that a request has to be asked again. */
  repeat(reason: string): void {
    this.repeated += 1
    if (this.whyRepeated.length < REASONS_KEPT) this.whyRepeated.push(reason)
  }

  show(intentId: string, status: string): void {
    if (!['Approved', 'Declined', 'Expired'].includes(status)) return
    this.shown.set(intentId, (this.shown.get(intentId) ?? new Set()).add(status))
  }
}
