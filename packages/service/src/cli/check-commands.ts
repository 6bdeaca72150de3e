import { insertAuditEntry } from '../dashboard/audit-store.ts'
import { finishSession } from '../kyc/finish.ts'
import { findKycSession } from '../kyc/session-store.ts'
import { requiredId } from './arguments.ts'
import { ofCommand } from './audited-command.ts'
import { type Command, CommandError } from './command.ts'

export const checkCommands: readonly Command[] = [
  {
    name: 'checks reject',
    usage: 'CHECK_ID [--json]',
    summary:
      'Reject an identity check that the provider does not decide: its shop is told, and the customer may begin another',
    positionals: ['CHECK_ID'],
    prepare({ positionals }) {
      const id = requiredId(positionals[0], 'CHECK_ID', 'the id of an identity check')
      return async ({ deps }) => {
        const unknown = () => new CommandError(`There is no identity check ${id}`)
        const check = await findKycSession(deps.db, id)
        if (check === null) throw unknown()
        if (check.submittedAt === null)
          throw new CommandError(`Identity check ${id} has not been submitted: there is nothing to decide about`)
        const entry = () => ofCommand(deps, 'rejectIdentityCheck', id, check.merchantId)
        const isRejected = await finishSession(deps, id, 'rejected', (transaction) =>
          insertAuditEntry(transaction, entry()),
        )
        // Decided before, it may be forgotten by now.
        const outcome = isRejected ? 'rejected' : (await findKycSession(deps.db, id))?.outcome
        if (outcome === undefined) throw unknown()
        if (outcome !== 'rejected') throw new CommandError(`Identity check ${id} has been approved, and its shop told`)
        const text = isRejected ? `Identity check ${id} is rejected.` : `Identity check ${id} had been rejected before.`
        return { json: { check_id: id, outcome }, text }
      }
    },
  },
]
