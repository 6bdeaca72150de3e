import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const WEBHOOK_DISPATCHER_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'what has arrived is sent again, since it could not be written down at once',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '      await settleDeliveries(this.#options, this.#lease, attempted)\n      this.#attempted = this.#attempted.slice(attempted.length)\n',
    replace:
      '      this.#attempted = this.#attempted.slice(attempted.length)\n      await settleDeliveries(this.#options, this.#lease, attempted)\n',
    tests: [`${SERVICE}/webhooks/dispatcher.test.ts`],
  },
  {
    fear: 'a failure counts twice, and the pause after it is left out, where it was lost that it had been written down',
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: 'where delivery.ctid = result.place and not (delivery.step > result.step and ${isKnown})',
    replace: 'where delivery.ctid = result.place',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
  {
    fear: 'a replay that fails as the attempt before is made again and again while the clock of a sandbox stands still',
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: 'delivery.step > result.step and ${isKnown}',
    replace: '${isKnown}',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
  {
    fear: 'an arrival counts twice where it was lost that it had been written down',
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: 'and delivery.event_id = result.event_id and not ${isKnown}',
    replace: 'and delivery.event_id = result.event_id',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
  {
    fear: 'webhooks are signed with a key that their merchant has left, and refused, where the current one cannot be read',
    file: `${SERVICE}/webhooks/target-store.ts`,
    find: '    if (known.keyError !== null && known.keys.length === 0) continue\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/dispatcher-keys.test.ts`],
  },
  {
    fear: 'a circuit is forgotten where attempts end while the worker looks for what waits',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '    const { enabled, next } = await waitingSubscriptions(db, { after: this.#visited, limit: VISITS, besides })\n    this.#visited = next\n    if (next !== null) this.wake()\n    this.#lookedAt(besides, enabled)\n    const wanted = this.#allot(enabled, clock.now())\n',
    replace:
      '    const before = clock.now()\n    const { enabled, next } = await waitingSubscriptions(db, { after: this.#visited, limit: VISITS, besides })\n    this.#visited = next\n    if (next !== null) this.wake()\n    this.#lookedAt(besides, enabled)\n    const wanted = this.#allot(enabled, before)\n',
    tests: [`${SERVICE}/webhooks/dispatcher-throttles.test.ts`],
  },
  {
    fear: 'a delivery is taken from whoever has it by a worker that has waited long for its connection',
    file: `${SERVICE}/platform/once-connected.ts`,
    find: '=> db.connection().execute((connection) => work(connection, clock.now()))',
    replace:
      '=> {\n  const now = clock.now()\n  return db.connection().execute((connection) => work(connection, now))\n}',
    tests: [`${SERVICE}/webhooks/dispatcher-clock.test.ts`],
  },
  {
    fear: 'a worker sends once more what it has sent, since how that ended is not written down yet',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: 'isNext && !this.#inHands.has(id)',
    replace: 'isNext',
    tests: [`${SERVICE}/webhooks/dispatcher-clock.test.ts`],
  },
  {
    fear: 'endpoints that are tried again later hold the places of those that have something due',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '    return subscriptions.flatMap((subscription) => {\n',
    replace:
      '    let left = freePlaces\n    return subscriptions.flatMap((subscription) => {\n      left -= 8\n      if (left < 0) return []\n',
    tests: [`${SERVICE}/webhooks/dispatcher-lines.test.ts`],
  },
  {
    fear: 'the first endpoints of a round are served again before those behind them',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '    this.#visited = last.place ?? this.#visited\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/dispatcher-lines.test.ts`],
  },
  {
    fear: 'what fell due a while ago is passed over where no place was left to look at it',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '      if (subscription === last) break\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/dispatcher-lines.test.ts`],
  },
  {
    fear: 'a long line waits for a visit of all subscriptions each time',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '      if (hasMore) this.#lines.set(id, { merchantId, id })\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/dispatcher-lines.test.ts`],
  },
  {
    fear: 'a process that has stopped stays until its time is over',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '    clearTimeout(timer)\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/dispatcher.test.ts`],
  },
  {
    fear: 'a line waits for a second behind each delivery that stands back for one before it',
    file: `${SERVICE}/webhooks/claim-store.ts`,
    find: 'step, fell_due as "dueAt"',
    replace: 'step, due_at as "dueAt"',
    tests: [`${SERVICE}/webhooks/dispatcher-lines.test.ts`],
  },
  {
    fear: 'one signing key that cannot be read stops the webhooks of all',
    file: `${SERVICE}/webhooks/target-store.ts`,
    find: '      known.keyError = error\n',
    replace: '      throw error\n',
    tests: [`${SERVICE}/webhooks/dispatcher-keys.test.ts`],
  },
  {
    fear: 'a webhook whose signing key cannot be read is sent without a signature',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: 'if (target.keys.length > 0) void',
    replace: 'if (target.keys.length >= 0) void',
    tests: [`${SERVICE}/webhooks/dispatcher-keys.test.ts`],
  },
  {
    fear: 'a long line of webhooks whose signing key cannot be read fills the log',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '    throttle.started()\n    throttle.ended(false, now)\n',
    replace: '    void [throttle, now]\n',
    tests: [`${SERVICE}/webhooks/dispatcher-keys.test.ts`],
  },
  {
    fear: 'what a worker that died had taken by a clock that was a year ahead is delivered in a year',
    file: `${SERVICE}/webhooks/claim-store.ts`,
    find: "\n            or leased_until > ${now}::timestamptz + interval '10 minutes'",
    replace: '',
    tests: [`${SERVICE}/webhooks/bring-forward.test.ts`],
  },
  {
    fear: 'a test is sent without a signature where the key cannot be read',
    file: `${SERVICE}/webhooks/test-delivery.ts`,
    find: 'if (target.keys.length === 0)',
    replace: 'if (target.keyError === undefined)',
    tests: [`${SERVICE}/webhooks/routes.test.ts`],
  },
  {
    fear: 'what a process takes as it begins to stop is sent with nobody left to break it off',
    file: `${SERVICE}/webhooks/dispatcher.ts`,
    find: '    if (this.#isStopping) return void this.#brokenOff.push(...claimed)\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/dispatcher-stop.test.ts`],
  },
  {
    fear: 'one signing key that cannot be read hides all subscriptions of its merchant',
    file: `${SERVICE}/platform/secrets.ts`,
    find: 'if (error instanceof SecretError) return null\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/routes.test.ts`],
  },
]
