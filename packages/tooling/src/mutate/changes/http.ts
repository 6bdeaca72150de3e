import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const HTTP_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a browser is not told to come by https alone',
    file: `${SERVICE}/http/security-headers.ts`,
    find: "  'strict-transport-security': 'max-age=31536000; includeSubDomains',\n",
    replace: '',
    tests: [`${SERVICE}/http/errors.test.ts`],
  },
  {
    fear: 'a page shares its window with those that opened it',
    file: `${SERVICE}/http/security-headers.ts`,
    find: "  'cross-origin-opener-policy': 'same-origin',\n",
    replace: '',
    tests: [`${SERVICE}/http/errors.test.ts`],
  },
  {
    fear: 'an address that cannot be read is answered without the headers of every answer',
    file: `${SERVICE}/http/unreadable-address.ts`,
    find: '  setSecurityHeaders(request, reply)\n',
    replace: '',
    tests: [`${SERVICE}/http/errors.test.ts`],
  },
  {
    fear: 'a failure of ours tells its internals',
    file: `${SERVICE}/http/to-api-error.ts`,
    find: "'Something went wrong on our side; try again, and quote the request id if it goes on'",
    replace: '(error as Error).message',
    tests: [`${SERVICE}/http/to-api-error.test.ts`],
  },
  {
    fear: 'objects are nested without end',
    file: `${SERVICE}/http/json-body.ts`,
    find: 'Array.isArray(value) ? value : Object.values(value)',
    replace: 'Array.isArray(value) ? value : []',
    tests: [`${SERVICE}/http/errors.test.ts`],
  },
  {
    fear: 'the deepest body that may be sent is refused',
    file: `${SERVICE}/http/json-body.ts`,
    find: 'isDeeperThan(value, LIMITS.requestDepth)',
    replace: 'isDeeperThan(value, LIMITS.requestDepth - 1)',
    tests: [`${SERVICE}/http/errors.test.ts`],
  },
  {
    fear: 'a cookie that was planted behind the genuine one is taken for it',
    file: `${SERVICE}/http/cookies.ts`,
    find: "for (const pair of header?.split(';') ?? [])",
    replace: "for (const pair of header?.split(';').toReversed() ?? [])",
    tests: [`${SERVICE}/http/cookies.test.ts`],
  },
  {
    fear: 'a body is read before it is known who sends it',
    file: `${SERVICE}/http/route.ts`,
    find: '        onRequest,\n',
    replace: '        preHandler: onRequest,\n',
    tests: [`${SERVICE}/http/errors.test.ts`],
  },
  {
    fear: 'whoever was counted before the clock was set back stays shut out',
    file: `${SERVICE}/http/rate-limit.ts`,
    find: 'if (ageMs(openedAtMs, nowMs) <',
    replace: 'if (nowMs - openedAtMs <',
    tests: [`${SERVICE}/http/rate-limit.test.ts`],
  },
  {
    fear: 'the address of a buyer stands in the log',
    file: `${SERVICE}/http/untrusted-proxy.ts`,
    find: '{ peer: localAddress(request.ip) }',
    replace: '{ peer: request.ip }',
    tests: [`${SERVICE}/http/untrusted-proxy.test.ts`],
  },
  {
    fear: 'a span carries what stood in the address',
    file: `${SERVICE}/http/tracing.ts`,
    find: "'http.route': request.routeOptions.url ?? ''",
    replace: "'http.route': request.url",
    tests: [`${SERVICE}/http/tracing.test.ts`],
  },
]
