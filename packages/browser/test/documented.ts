import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build/bundle.ts'

const page = (name: string): string => readFileSync(join(ROOT, '..', 'site', 'pages', `${name}.md`), 'utf8')

/** The policy in the guide's block marked `csp`, in one line. */
export const documentedPolicy = (): string => {
  const policy = /```csp\n([^`]*)```/.exec(page('guides/csp'))?.[1]
  if (policy === undefined) throw new Error('the guide has no policy')
  return policy.replaceAll(/\s+/g, ' ').trim()
}

/** Codes and messages of the manual's table of errors on the page. */
export const documentedErrors = (): Record<string, string> =>
  Object.fromEntries(
    [...page('reference/errors').matchAll(/^\| `([a-z]+_?[a-z]*)` +\| ([A-Z][^|]*\.) +\|/gm)].map(([, code, text]) => [
      code,
      text,
    ]),
  )
