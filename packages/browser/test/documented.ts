import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../build/bundle.ts'

const readme = (): string => readFileSync(join(ROOT, 'README.md'), 'utf8')

/** The policy in the README's block marked `csp`, in one line. */
export const documentedPolicy = (): string => {
  const policy = /```csp\n([^`]*)```/.exec(readme())?.[1]
  if (policy === undefined) throw new Error('the README has no policy')
  return policy.replaceAll(/\s+/g, ' ').trim()
}

/** Codes and messages of the README's tables of errors. */
export const documentedErrors = (): Record<string, string> =>
  Object.fromEntries(
    [...readme().matchAll(/^\| `([a-z]+_?[a-z]*)` +\| ([A-Z][^|]*\.) +\|/gm)].map(([, code, text]) => [code, text]),
  )
