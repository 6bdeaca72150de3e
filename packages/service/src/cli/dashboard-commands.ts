import { createLink } from '../dashboard/links.ts'
import { deleteAllSessions } from '../dashboard/session-store.ts'
import { optionalMerchantId } from './arguments.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { requireMerchant } from './require-merchant.ts'

const open: Command = {
  name: 'dashboard',
  usage: '[--merchant ID] [--operator] [--json]',
  summary:
    "Print a link that signs in to the dashboard, once, within 5 minutes: as one merchant's developer, or as operator",
  options: { merchant: { type: 'string' }, operator: { type: 'boolean' } },
  prepare(args) {
    const merchantId = optionalMerchantId(args)
    if (merchantId !== null && args.values['operator'] === true) {
      throw new UsageError('dashboard: give --merchant or --operator, not both')
    }
    return async ({ deps }) => {
      if (!deps.config.dashboard) {
        throw new CommandError('The dashboard is off; set COINSLOT_DASHBOARD=true for the service and for this command')
      }
      if (merchantId !== null) await requireMerchant(deps, merchantId)
      const url = await createLink(deps, merchantId)
      return { json: { url }, text: `${url}\nIt works once, within 5 minutes.` }
    }
  },
}

const revoke: Command = {
  name: 'dashboard revoke',
  usage: '[--json]',
  summary: 'End every session of the dashboard, and every link that has not been used',
  prepare:
    () =>
    async ({ deps }) => {
      const ended = await deleteAllSessions(deps.db)
      return { json: { ended }, text: ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.` }
    },
}

/** @see decisions.md §9, §11 */
export const dashboardCommands: readonly Command[] = [revoke, open]
