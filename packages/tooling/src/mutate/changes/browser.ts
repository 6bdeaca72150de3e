import type { HandMadeChange } from '../hand-made-change.ts'

const BROWSER = 'packages/browser/src'

export const BROWSER_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a script runs without a digest',
    file: `${BROWSER}/inject-script.ts`,
    find: "{ type: 'module', integrity, nonce,",
    replace: "{ type: 'module', nonce,",
    tests: [`${BROWSER}/load-faults.test.ts`],
  },
  {
    fear: "a script of the page's that carries no digest is taken for the widget's",
    file: `${BROWSER}/inject-script.ts`,
    find: "if (present.integrity !== integrity) throw loadError('load_conflict', url)",
    replace: '',
    tests: [`${BROWSER}/load.test.ts`],
  },
  {
    fear: 'an element of the page is taken for the init function',
    file: `${BROWSER}/inject-script.ts`,
    find: 'return isFunction(init) && (init as unknown as InitFunction)',
    replace: 'return (init || false) as InitFunction | false',
    tests: [`${BROWSER}/load-faults.test.ts`],
  },
  {
    fear: 'a digest of any kind will do',
    file: `${BROWSER}/find-script.ts`,
    find: 'sha384-[\\w+/]{64}$/',
    replace: 'sha/',
    tests: [`${BROWSER}/load.test.ts`],
  },
  {
    fear: 'a script runs that is at no address of the web',
    file: `${BROWSER}/find-script.ts`,
    find: '/^http\\S+ sha384',
    replace: '/sha384',
    tests: [`${BROWSER}/load.test.ts`],
  },
  {
    fear: 'a polluted prototype names the script',
    file: `${BROWSER}/find-script.ts`,
    find: 'own<UncheckedManifest>(data)',
    replace: '(data ?? {}) as UncheckedManifest',
    tests: [`${BROWSER}/load-faults.test.ts`],
  },
  {
    fear: 'markup that someone planted names a script of its own',
    file: `${BROWSER}/trusted-url.ts`,
    find: 'if (service && new URL(url).origin !== service)',
    replace: 'if (false)',
    tests: [`${BROWSER}/policy.test.ts`],
  },
  {
    fear: 'a page that trusts another origin is told so by the last to say it',
    file: `${BROWSER}/trusted-url.ts`,
    find: 'service ??= new',
    replace: 'service = new',
    tests: [`${BROWSER}/policy.test.ts`],
  },
  {
    fear: 'two callers that name two digests share one load',
    file: `${BROWSER}/load.ts`,
    find: 'script.url + script.integrity',
    replace: 'script.url',
    tests: [`${BROWSER}/load.test.ts`],
  },
  {
    fear: 'a manifest that was stale is read from the cache again',
    file: `${BROWSER}/load.ts`,
    find: "cache: attempt ? 'reload' : 'default'",
    replace: "cache: 'force-cache'",
    tests: [`${BROWSER}/load-faults.test.ts`],
  },
  {
    fear: 'a page that trusts one origin takes scripts of another whose name begins alike',
    file: `${BROWSER}/trusted-url.ts`,
    find: 'new URL(url).origin !== service',
    replace: '!url.startsWith(service)',
    tests: [`${BROWSER}/trusted-url.test.ts`],
  },
]
