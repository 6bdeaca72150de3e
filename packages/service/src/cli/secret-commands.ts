import { carryOver } from '../jobs/carry-over.ts'
import { placeOfSecretKeys } from '../platform/load-secret-keys.ts'
import { type Command, CommandError } from './command.ts'

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
        const { replaced, rekeyed, unreadable, firstUnreadable } = await carryOver(deps, () => signal.aborted)
        const done = `${replaced} values are under the newest key now`
        if (signal.aborted) throw new CommandError(`Interrupted: ${done}; run it again for the others`)
        if (firstUnreadable !== null)
          throw new CommandError(`${done}; ${unreadable} cannot be read. ${firstUnreadable}`)
        return {
          json: { reencrypted: replaced, rekeyed },
          text: `${done}, and so is everything else: older keys can be taken out of ${placeOfSecretKeys(deps.config)}.`,
        }
      },
  },
]
