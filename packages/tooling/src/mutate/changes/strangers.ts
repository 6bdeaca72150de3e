import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'
const tests = [`${SERVICE}/composition/strangers.test.ts`]

const answers = [`${SERVICE}/webhooks/sender.test.ts`, `${SERVICE}/outbound/fetch-bounded.test.ts`]
const lookups = [`${SERVICE}/outbound/lookups-in-turn.test.ts`, `${SERVICE}/webhooks/sender.test.ts`]

/** What strangers take of the database, and servers that are asked of the process. */
export const STRANGERS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'however many strangers ask, each takes a turn at the database',
    file: `${SERVICE}/db/behalf.ts`,
    find: "onBehalfOf('strangers', work)",
    replace: 'onBehalfOf(null, work)',
    tests,
  },
  {
    fear: 'who asks for a token with a name that is nobody’s takes turns from merchants',
    file: `${SERVICE}/http/route.ts`,
    find: '? onStrangersBehalf(act)',
    replace: '? act()',
    tests,
  },
  {
    fear: 'who names clients that are none takes turns from merchants',
    file: `${SERVICE}/widget/routes.ts`,
    find: 'await onStrangersBehalf(() => deps.clients.get(request.params.client))',
    replace: 'await deps.clients.get(request.params.client)',
    tests,
  },
  {
    fear: 'who asks for files that are none takes turns from merchants',
    file: `${SERVICE}/widget/shared-files.ts`,
    find: 'await onStrangersBehalf(() => findFile(keeper.db, path))',
    replace: 'await findFile(keeper.db, path)',
    tests,
  },
  {
    fear: 'who asks for payments that are none takes turns from merchants',
    file: `${SERVICE}/checkout/visit-routes.ts`,
    find: 'await onStrangersBehalf(find)',
    replace: 'await find()',
    tests,
  },
  {
    fear: 'who asks for logos that are none takes turns from merchants',
    file: `${SERVICE}/pictures/logos.ts`,
    find: 'await onStrangersBehalf(() => findLogo(db, digest))',
    replace: 'await findLogo(db, digest)',
    tests,
  },
  {
    fear: 'who asks for a picture again and again takes turns from merchants',
    file: `${SERVICE}/checkout/picture-route.ts`,
    find: 'await onStrangersBehalf(() => findPayment(deps.db, token.id))',
    replace: 'await findPayment(deps.db, token.id)',
    tests,
  },
  {
    fear: 'who opens the page of a phone again and again takes turns from merchants',
    file: `${SERVICE}/checkout/phone-session.ts`,
    find: 'await onStrangersBehalf(() => findHandover(db, { id: token.id }))',
    replace: 'await findHandover(db, { id: token.id })',
    tests,
  },
  {
    fear: 'who makes up sessions of the dashboard takes turns from merchants',
    file: `${SERVICE}/dashboard/session.ts`,
    find: 'onStrangersBehalf(() => findSession(db, tokenHash, clock.now()))',
    replace: 'findSession(db, tokenHash, clock.now())',
    tests,
  },
  {
    fear: 'who makes up links to the dashboard takes turns from merchants',
    file: `${SERVICE}/dashboard/links.ts`,
    find: 'await onStrangersBehalf(() => exchangeLink(db, sha256(linkToken), session))',
    replace: 'await exchangeLink(db, sha256(linkToken), session)',
    tests,
  },
  {
    fear: 'a merchant waits for its client behind the stranger who named it first',
    file: `${SERVICE}/auth/client-directory.ts`,
    find: 'this.#entries.get(id)?.record ? onNobodysBehalf(find) : find()',
    replace: 'find()',
    tests,
  },
  {
    fear: 'merchants wait for the keys of tokens behind a stranger who asked first',
    file: `${SERVICE}/auth/signing-keys.ts`,
    find: 'await onNobodysBehalf(() => listSigningKeys(this.#db, endedBy(now)))',
    replace: 'await listSigningKeys(this.#db, endedBy(now))',
    tests,
  },
  {
    fear: 'one address that tries secrets has buyers’ pages and other shops’ tokens wait for it',
    file: `${SERVICE}/auth/routes.ts`,
    find: 'tokenFailuresByAddress.isUsedUp(sender) ? onFailingStrangersBehalf(find) : find()',
    replace: 'find()',
    tests,
  },
  {
    fear: 'a server that says much that is no answer is read as fast as it sends',
    file: `${SERVICE}/outbound/bound-answer.ts`,
    find: 'if (left < 0) onTooMuch()',
    replace: '',
    tests: answers,
  },
  {
    fear: 'an answer that comes a byte at a time is taken for too much',
    file: `${SERVICE}/outbound/bound-answer.ts`,
    find: 'BYTES_PER_BYTE * maxBytes',
    replace: 'maxBytes',
    tests: answers,
  },
  {
    fear: 'a kept connection holds on to every exchange that it has carried',
    file: `${SERVICE}/outbound/bound-answer.ts`,
    find: "socket.off('data', count)",
    replace: 'socket',
    tests: answers,
  },
  {
    fear: 'session tickets without end are worked through',
    file: `${SERVICE}/outbound/bound-answer.ts`,
    find: 'if (tickets > MOST_TICKETS) onTooMuch()',
    replace: '',
    tests: [`${SERVICE}/outbound/bound-answer.test.ts`],
  },
  {
    fear: 'names of one merchant whose servers do not answer keep the webhooks of all others waiting',
    file: `${SERVICE}/outbound/lookups-in-turn.ts`,
    find: 'turns.during(ask, party)',
    replace: 'ask()',
    tests: lookups,
  },
  {
    fear: 'all merchants together have the turns of one',
    file: `${SERVICE}/webhooks/sender.ts`,
    find: 'lookupOf(merchantId)',
    replace: "lookupOf('all')",
    tests: lookups,
  },
  {
    fear: 'webhooks to one slow name hold all turns of their merchant',
    file: `${SERVICE}/outbound/lookups-in-turn.ts`,
    find: 'JSON.stringify([party, hostname, options])',
    replace: 'JSON.stringify([party, hostname, options, Math.random()])',
    tests: lookups,
  },
]
