import type { HandMadeChange } from '../hand-made-change.ts'

const PAGE = 'packages/widget/src/page'
const SCRIPT = 'packages/widget/src/script'
const CLIENT_TESTS = [`${PAGE}/session-client.test.ts`, `${PAGE}/session-client-leaving.test.ts`]
const HOST_TESTS = [`${PAGE}/frame-host.test.ts`]

export const WIDGET_SCRIPT_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a message of another window opens a session of its own in the checkout document',
    file: `${PAGE}/frame-host.ts`,
    find: 'event.source !== window.parent || ',
    replace: '',
    tests: HOST_TESTS,
  },
  {
    fear: 'a session that is open is replaced by another on the same port',
    file: `${PAGE}/frame-host.ts`,
    find: 'data.type !== CHANNEL_OPEN || !host.isPrepared',
    replace: 'data.type !== CHANNEL_OPEN',
    tests: HOST_TESTS,
  },
  {
    fear: 'an event on the way takes the frame away',
    file: `${PAGE}/frame-host.ts`,
    find: "post({ type: 'event', name, paymentIntentId: id, final })",
    replace: "post({ type: 'event', name, paymentIntentId: id, final: true })",
    tests: HOST_TESTS,
  },
  {
    fear: 'a payment whose service is slow to answer is taken away from who presses Escape, as if its frame had died',
    file: `${PAGE}/frame-host.ts`,
    find: '        host.drawn()\n',
    replace: '',
    tests: HOST_TESTS,
  },
  {
    fear: 'a look at the session overtakes a payment, whose lost answer is asked for no more',
    file: `${PAGE}/session-client.ts`,
    find: 'this.busy || this.#leaving) return',
    replace: 'this.#leaving) return',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'an answer that is late draws over a later one',
    file: `${PAGE}/session-client.ts`,
    find: 'return turn === this.#turn ? view : null',
    replace: 'return view',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'a code is sent again for each answer that is lost',
    file: `${PAGE}/session-client.ts`,
    find: 'if (isLost) return this.#api.read()\n',
    replace: '',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'a service that asks for patience is asked at once',
    file: `${PAGE}/session-client.ts`,
    find: 'error.retryAfterMs || delayMsAt',
    replace: 'delayMsAt',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'Close hangs for as long as the service is silent',
    file: `${PAGE}/session-client.ts`,
    find: 'Promise.race([close().catch(() => null), delay(timeoutMs).then(() => null)])',
    replace: 'close().catch(() => null)',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'who leaves from the question of the bank is told closed, though they may have paid',
    file: `${PAGE}/session-client.ts`,
    find: "view?.step === 'processing' || view?.step === 'challenge'",
    replace: "view?.step === 'processing'",
    tests: CLIENT_TESTS,
  },
  {
    fear: 'a request that is refused is sent again and again',
    file: `${PAGE}/session-client.ts`,
    find: "error.failure === 'gone' || error.failure === 'refused'",
    replace: "error.failure === 'gone'",
    tests: CLIENT_TESTS,
  },
  {
    fear: 'leaving is not told where the page goes away with it',
    file: `${PAGE}/api.ts`,
    find: 'keepalive: true',
    replace: 'keepalive: false',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'a request waits for ever',
    file: `${PAGE}/api.ts`,
    find: '      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),\n',
    replace: '',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'a proxy that answers 404 while it restarts ends a payment for its buyer, who pays again',
    file: `${PAGE}/api.ts`,
    find: ' || !isOfService',
    replace: '',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'an answer that is none of the service stops the page, and nobody asks what became of the payment',
    file: `${PAGE}/api.ts`,
    find: '?.data?.step',
    replace: '',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'a proxy has a buyer who pays wait for an hour',
    file: `${PAGE}/api.ts`,
    find: 'Math.min(Number(retryAfter ?? 0), LONGEST_RETRY_AFTER_S)',
    replace: 'Number(retryAfter ?? 0)',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'the script’s own words are in English where the page writes its language in capitals',
    file: `${SCRIPT}/notice.ts`,
    find: '.toLowerCase()',
    replace: '',
    tests: [`${SCRIPT}/notice.test.ts`],
  },
  {
    fear: 'a look that fails late says that the session is gone while its payment goes on',
    file: `${PAGE}/session-client.ts`,
    find: '        if (turn !== this.#turn) return null\n',
    replace: '',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'a buyer learns that the network is gone only from what they lose',
    file: `${PAGE}/session-client.ts`,
    find: "    addEventListener('offline', () => this.#show({ trouble: 'offline' }))\n",
    replace: '',
    tests: CLIENT_TESTS,
  },
  {
    fear: 'an identity check that is refused is told as a payment',
    file: `${PAGE}/frame-host.ts`,
    find: "CLIENT_PATH.test(path) ? 'PAYMENT' : 'KYC_OCC'",
    replace: "'PAYMENT'",
    tests: HOST_TESTS,
  },
]
