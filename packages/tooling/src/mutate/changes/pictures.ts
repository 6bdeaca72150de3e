import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const PICTURES_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a merchant shows what another one has shown',
    file: `${SERVICE}/pictures/picture-store.ts`,
    find: "    .where('merchant_id', '=', merchantId)\n",
    replace: '',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: 'a public name leads into the private network',
    file: `${SERVICE}/outbound/fetch-bounded.ts`,
    find: 'lookup: guardedLookup(allowPrivate, resolve),',
    replace: '...(resolve && { lookup: resolve }),',
    tests: [`${SERVICE}/outbound/fetch-bounded.test.ts`],
  },
  {
    fear: 'the names of a hundred thousand tiny pictures fill the memory',
    file: `${SERVICE}/pictures/kept-pictures.ts`,
    find: ' && this.#kept.size <= MAX_PICTURES',
    replace: '',
    tests: [`${SERVICE}/pictures/kept-pictures.test.ts`],
  },
  {
    fear: 'a process fetches any number of pictures at once',
    file: `${SERVICE}/pictures/pictures.ts`,
    find: 'this.#underWay.size > MAX_AT_ONCE || ',
    replace: '',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: 'a merchant has the service ask others any number of times',
    file: `${SERVICE}/pictures/pictures.ts`,
    find: ' || this.#perMerchant.count(merchantId).exceeded',
    replace: '',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: "a merchant takes away all others' logos",
    file: `${SERVICE}/pictures/logo-store.ts`,
    find: "deleteFrom('merchant_logos').where('merchant_id', '=', merchantId)",
    replace: "deleteFrom('merchant_logos')",
    tests: [`${SERVICE}/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'a picture that was announced as too large is waited for',
    file: `${SERVICE}/outbound/fetch-bounded.ts`,
    find: ' || isTooLarge',
    replace: '',
    tests: [`${SERVICE}/outbound/fetch-bounded.test.ts`],
  },
  {
    fear: 'a picture without end fills the memory',
    file: `${SERVICE}/outbound/fetch-bounded.ts`,
    find: 'if (bytes > maxBytes) fail',
    replace: 'if (false) fail',
    tests: [`${SERVICE}/outbound/fetch-bounded.test.ts`],
  },
  {
    fear: 'a picture that a stop broke off is none for the next ten minutes',
    file: `${SERVICE}/pictures/pictures.ts`,
    find: '    if (this.#closing.signal.aborted) return null\n',
    replace: '',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: 'a service that stops waits for a host that does not answer',
    file: `${SERVICE}/pictures/pictures.ts`,
    find: '    this.#closing.abort()\n',
    replace: '',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: 'the database is closed under a picture that is kept',
    file: `${SERVICE}/pictures/pictures.ts`,
    find: '    await this.#underWay.ended()\n',
    replace: '',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: 'a merchant is given the picture that another one asks for just now',
    file: `${SERVICE}/pictures/pictures.ts`,
    find: '`${merchantId} ${address}`',
    replace: 'address',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: 'a merchant has the service look into the private network in production',
    file: `${SERVICE}/pictures/fetch-picture.ts`,
    find: "mode === 'sandbox' && allowPrivateWebhooks",
    replace: 'allowPrivateWebhooks',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
  {
    fear: 'a host that does not answer is waited for without end',
    file: `${SERVICE}/pictures/fetch-picture.ts`,
    find: 'AbortSignal.any([AbortSignal.timeout(FETCH_TIMEOUT_MS), signal])',
    replace: 'signal',
    tests: [`${SERVICE}/checkout/pictures.test.ts`],
  },
]
