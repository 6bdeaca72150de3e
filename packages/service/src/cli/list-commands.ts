import { readIfPossible } from '../platform/secrets.ts'
import { ban, liftBan } from '../screening/bans.ts'
import { sealWallet, walletHash } from '../screening/screen.ts'
import { deleteFlaggedWallet, insertFlaggedWallet, listBans, listFlaggedWallets } from '../screening/list-store.ts'
import { type Command, type CommandContext, CommandError } from './command.ts'

const given = (value = ''): string => value.trim()

const UNREADABLE =
  '(cannot be read: it was changed, or COINSLOT_SECRET_KEY does not hold the key that it was encrypted with)'

/** One value that cannot be read hides none of the others: as JSON it is null. */
const listing = async ({ deps }: CommandContext, read: typeof listBans, empty: string) => {
  const json = (await read(deps.db)).map((sealed) => readIfPossible(deps.secrets, sealed))
  return { json, text: json.length === 0 ? empty : json.map((value) => value ?? UNREADABLE).join('\n') }
}

/** @see decisions.md §8 (operators keep real lists), §9 */
export const listCommands: readonly Command[] = [
  {
    name: 'bans add',
    usage: 'VALUE [--json]',
    summary: 'Ban a customer by e-mail, wallet address or external id (ERR01)',
    positionals: ['VALUE'],
    prepare({ positionals }) {
      const value = given(positionals[0])
      return async ({ deps }) => {
        await ban(deps, value)
        return { json: { value, banned: true }, text: `${value} is banned.` }
      }
    },
  },
  {
    name: 'bans remove',
    usage: 'VALUE [--json]',
    summary: 'Lift a ban',
    positionals: ['VALUE'],
    prepare({ positionals }) {
      const value = given(positionals[0])
      return async ({ deps }) => {
        if (!(await liftBan(deps, value))) throw new CommandError(`${value} is not banned`)
        return { json: { value, banned: false }, text: `${value} is not banned any more.` }
      }
    },
  },
  {
    name: 'bans list',
    usage: '[--json]',
    summary: 'List banned values',
    prepare: () => (context) => listing(context, listBans, 'Nobody is banned.'),
  },
  {
    name: 'wallets flag',
    usage: 'ADDRESS [--json]',
    summary: 'Flag a wallet address (ERR15)',
    positionals: ['ADDRESS'],
    prepare({ positionals }) {
      const address = given(positionals[0])
      return async ({ deps }) => {
        await insertFlaggedWallet(deps.db, sealWallet(deps.secrets, address), deps.clock.now())
        return { json: { address, flagged: true }, text: `${address} is flagged.` }
      }
    },
  },
  {
    name: 'wallets unflag',
    usage: 'ADDRESS [--json]',
    summary: 'Clear a wallet address',
    positionals: ['ADDRESS'],
    prepare({ positionals }) {
      const address = given(positionals[0])
      return async ({ deps }) => {
        if (!(await deleteFlaggedWallet(deps.db, walletHash(deps.secrets, address)))) {
          throw new CommandError(`${address} is not flagged`)
        }
        return { json: { address, flagged: false }, text: `${address} is not flagged any more.` }
      }
    },
  },
  {
    name: 'wallets list',
    usage: '[--json]',
    summary: 'List flagged wallet addresses',
    prepare: () => (context) => listing(context, listFlaggedWallets, 'No wallet is flagged.'),
  },
]
