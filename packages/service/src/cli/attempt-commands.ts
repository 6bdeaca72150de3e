import { releaseAttempt } from '../cards/release-attempt.ts'
import { listOpenAttempts } from '../cards/unsettled-store.ts'
import { insertAuditEntry } from '../dashboard/audit-store.ts'
import { requiredId } from './arguments.ts'
import { ofCommand } from './audited-command.ts'
import { type Command, CommandError } from './command.ts'

const MOST_LISTED = 1_000

const WHY_NOT = {
  approved: 'was approved, and its shop has been told: refund it at your acquirer',
  refused: 'was refused by the acquirer: there is nothing to give back',
  challenged: 'waits for the buyer, whom their bank has asked: it is given back by itself once the payment has ended',
  young: 'is younger than 10 minutes, and the acquirer may still have it on its way: try again once it is older',
}

const list: Command = {
  name: 'attempts list',
  usage: '[--json]',
  summary: `List the attempts to pay by card that have not ended, the oldest first, ${MOST_LISTED} at most`,
  prepare:
    () =>
    async ({ deps }) => {
      const json = (await listOpenAttempts(deps.db, MOST_LISTED)).map((row) => ({
        attempt_id: row.id,
        status: row.status,
        created_at: row.created_at.toISOString(),
        payment_intent_id: row.intent_id,
        merchant_id: row.merchant_id,
      }))
      const text = json.map((row) => `${row.attempt_id}  ${row.status}  ${row.created_at}  ${row.payment_intent_id}`)
      return { json, text: text.join('\n') || 'Every attempt has ended.' }
    },
}

/** @see CardProcessor.cancel, which says the same in the acquirer's name */
const release: Command = {
  name: 'attempts release',
  usage: 'ATTEMPT_ID [--json]',
  summary:
    'End an attempt by hand, once you know from your acquirer that its buyer is not charged: it has nothing under this id, or you have reversed it there',
  positionals: ['ATTEMPT_ID'],
  prepare({ positionals }) {
    const id = requiredId(positionals[0], 'ATTEMPT_ID', 'the id of an attempt')
    return async ({ deps }) => {
      const released = await deps.db.transaction().execute(async (transaction) => {
        const outcome = await releaseAttempt(deps, transaction, id)
        if (outcome?.isReleased)
          await insertAuditEntry(transaction, ofCommand(deps, 'releaseAttempt', id, outcome.merchantId))
        return outcome
      })
      if (released === null) throw new CommandError(`There is no attempt ${id}`)
      const { found, isReleased, intentId } = released
      if (found !== 'reversed') throw new CommandError(`Attempt ${id} ${WHY_NOT[found]}`)
      const text = isReleased ? `${id} has ended: it counts as given back.` : `${id} had been given back before.`
      return { json: { attempt_id: id, payment_intent_id: intentId, status: found }, text }
    }
  },
}

export const attemptCommands: readonly Command[] = [list, release]
