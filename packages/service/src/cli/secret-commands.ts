import { carryOver } from '../jobs/carry-over.ts'
import { loadSecretKeys, placeOfSecretKeys, type SecretsConfig } from '../platform/load-secret-keys.ts'
import { toSecretKey } from '../platform/secret-keys.ts'
import { prefixOf } from '../platform/secrets.ts'
import { type Command, type CommandContext, CommandError } from './command.ts'

const idOfNewest = async (config: SecretsConfig): Promise<Buffer> => {
  const [newest = ''] = await loadSecretKeys(config, { isNeeded: true })
  return toSecretKey(newest).id
}

/** A service that runs has read its keys when it started: what it writes under one that was the newest then would be lost with it. */
const assertNewest = async ({ deps: { config, secrets }, newestKey }: CommandContext): Promise<void> => {
  const newest = newestKey === undefined ? await idOfNewest(config) : Buffer.from(newestKey, 'hex')
  if (secrets.newestPrefix.equals(prefixOf(newest))) return
  const place = newestKey === undefined ? placeOfSecretKeys(config) : 'COINSLOT_SECRET_KEY'
  throw new CommandError(
    `${place} begins with another key than the service that runs: restart that with these keys, and run this again`,
  )
}

/** @see decisions.md §9 */
export const secretCommands: readonly Command[] = [
  {
    name: 'secrets reencrypt',
    usage: '[--json]',
    summary:
      'Encrypt everything under the newest key of COINSLOT_SECRET_KEY, while the service runs; interrupted, it goes on the next time',
    prepare: () => async (context) => {
      const { deps, signal } = context
      await assertNewest(context)
      const { replaced, rekeyed, unreadable, firstUnreadable } = await carryOver(deps, () => signal.aborted)
      const done = `${replaced} values are under the newest key now`
      if (signal.aborted) throw new CommandError(`Interrupted: ${done}; run it again for the others`)
      if (firstUnreadable !== null) throw new CommandError(`${done}; ${unreadable} cannot be read. ${firstUnreadable}`)
      return {
        json: { reencrypted: replaced, rekeyed },
        text: `${done}, and so is everything else. A process without that key reads none of it: once all have been restarted with it, older keys can be taken out of ${placeOfSecretKeys(deps.config)}.`,
      }
    },
  },
]
