import type { Command } from './command.ts'

/** @see decisions.md §2 */
export const keyCommands: readonly Command[] = [
  {
    name: 'keys rotate',
    usage: '[--revoke-tokens] [--json]',
    summary:
      'Sign access tokens with a new key; tokens of the old ones stay valid until they expire, or with --revoke-tokens stop within 5 seconds',
    options: { 'revoke-tokens': { type: 'boolean' } },
    prepare:
      ({ values }) =>
      async ({ deps }) => {
        const kid = await deps.keys.rotate({ revokeTokens: values['revoke-tokens'] === true })
        return { json: { kid }, text: `Access tokens are signed with ${kid} from now on.` }
      },
  },
  {
    name: 'keys list',
    usage: '[--json]',
    summary: 'List the keys whose tokens may be alive, the signing one first',
    prepare:
      () =>
      async ({ deps }) => {
        const json = (await deps.keys.all()).map(({ kid }) => ({ kid }))
        return { json, text: json.map(({ kid }) => kid).join('\n') || 'There is no key yet.' }
      },
  },
]
