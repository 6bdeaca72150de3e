import { carryOver } from '../jobs/carry-over.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { loadSecretKeys, placeOfSecretKeys } from '../platform/load-secret-keys.ts'
import { toSecretKey } from '../platform/secret-keys.ts'
import { prefixOf } from '../platform/secrets.ts'
import { type Command, CommandError } from './command.ts'

/** A service that runs has read the key file when it started: what it writes under a key that was the newest then would be lost with that key. */
const assertNewest = async ({ config, secrets }: Pick<ServiceDeps, 'config' | 'secrets'>): Promise<void> => {
  const [newest = ''] = await loadSecretKeys(config, { isNeeded: true })
  if (secrets.newestPrefix.equals(prefixOf(toSecretKey(newest).id))) return
  throw new CommandError(
    `${placeOfSecretKeys(config)} has a newer key than the service that runs: restart it, and run this again`,
  )
}

/** @see decisions.md §9 */
export const secretCommands: readonly Command[] = [
  {
    name: 'secrets reencrypt',
    usage: '[--json]',
    summary:
      'Encrypt everything under the newest key of COINSLOT_SECRET_KEY, while the service runs; interrupted, it goes on the next time',
    prepare:
      () =>
      async ({ deps, signal }) => {
        await assertNewest(deps)
        const { replaced, rekeyed, unreadable, firstUnreadable } = await carryOver(deps, () => signal.aborted)
        const done = `${replaced} values are under the newest key now`
        if (signal.aborted) throw new CommandError(`Interrupted: ${done}; run it again for the others`)
        if (firstUnreadable !== null)
          throw new CommandError(`${done}; ${unreadable} cannot be read. ${firstUnreadable}`)
        return {
          json: { reencrypted: replaced, rekeyed },
          text: `${done}, and so is everything else. A process without that key reads none of it: once all have been restarted with it, older keys can be taken out of ${placeOfSecretKeys(deps.config)}.`,
        }
      },
  },
]
