import { findMerchant } from '../auth/merchant-store.ts'
import { uuidSchema } from '@coinslot/contract'
import { createLink } from '../dashboard/links.ts'
import { deleteAllSessions } from '../dashboard/session-store.ts'
import { optionalText, parsed } from './arguments.ts'
import { type Command, type CommandContext, CommandError, UsageError } from './command.ts'

const requireMerchant = async ({ deps }: CommandContext, text: string): Promise<string> => {
  const id = parsed(uuidSchema, text, 'merchant', 'the id of a merchant').toLowerCase()
  if ((await findMerchant(deps.db, id)) === null) throw new CommandError(`There is no merchant ${id}`)
  return id
}

const open: Command = {
  name: 'dashboard',
  usage: '[--merchant ID] [--operator] [--json]',
  summary:
    "Print a link that signs in to the dashboard, once, within 5 minutes: as one merchant's developer, or as operator",
  options: { merchant: { type: 'string' }, operator: { type: 'boolean' } },
  async run(context, args) {
    const { deps } = context
    const merchant = optionalText(args, 'merchant')
    if (merchant !== undefined && args.values['operator'] === true) {
      throw new UsageError('dashboard: give --merchant or --operator, not both')
    }
    if (!deps.config.dashboard) {
      throw new CommandError('The dashboard is off; set COINSLOT_DASHBOARD=true for the service and for this command')
    }
    const url = await createLink(deps, merchant === undefined ? null : await requireMerchant(context, merchant))
    return { json: { url }, text: `${url}\nIt works once, within 5 minutes.` }
  },
}

const revoke: Command = {
  name: 'dashboard revoke',
  usage: '[--json]',
  summary: 'End every session of the dashboard, and every link that has not been used',
  async run({ deps }) {
    const ended = await deleteAllSessions(deps.db)
    return { json: { ended }, text: ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.` }
  },
}

/** @see decisions.md §9, §11 */
export const dashboardCommands: readonly Command[] = [revoke, open]
