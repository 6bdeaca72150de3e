import { MailError } from '../mail/mail-error.ts'
import type { Mailer } from '../mail/mailer.ts'
import { onceConnected } from '../platform/once-connected.ts'
import { takeInParallel } from '../platform/take-in-parallel.ts'
import type { ReceiptDeps } from './deps.ts'
import { receiptMail } from './receipt-mail.ts'
import { KEPT_MS, LEASE_MS, nextTry } from './receipt-rules.ts'
import {
  type DueReceipt,
  findReceiptFacts,
  forgetOldReceipts,
  forgetReceipt,
  putOffReceipt,
  takeDueReceipts,
} from './receipt-store.ts'

/** Connections to the mail server at once, of one process: each receipt is tried as soon as it is taken. */
const AT_ONCE = 8

const mailOne = async (deps: ReceiptDeps, mailer: Mailer, { intentId, email, language }: DueReceipt): Promise<void> => {
  const facts = await findReceiptFacts(deps.db, intentId)
  if (facts === null) throw new Error('A receipt is due whose payment is not approved')
  const content = receiptMail(facts, language, deps.config.mode === 'sandbox')
  await mailer.send({ ...content, to: deps.secrets.decrypt(email).toString('utf8') })
}

/** @returns whether the server can be expected to take more. */
const tryOne = async (deps: ReceiptDeps, mailer: Mailer, receipt: DueReceipt): Promise<boolean> => {
  const { mails } = deps.receiptMetrics
  const { intentId, tries } = receipt
  try {
    await mailOne(deps, mailer, receipt)
  } catch (error) {
    const isFinal = error instanceof MailError && error.isFinal
    mails.inc({ outcome: isFinal ? 'refused' : 'failed' })
    const told = isFinal ? 'a receipt was refused by its mailbox' : 'a receipt could not be mailed; it is tried again'
    deps.log.warn({ err: error, payment_intent_id: intentId, tries }, told)
    if (isFinal) await forgetReceipt(deps.db, intentId)
    else await putOffReceipt(deps.db, receipt, nextTry(tries, deps.clock.now()))
    return !(error instanceof MailError) || error.code === 'mail_refused'
  }
  // Whatever has become of the lease meanwhile: it has been mailed.
  await forgetReceipt(deps.db, intentId)
  mails.inc({ outcome: 'sent' })
  return true
}

/** Forgets addresses that have been kept for a day, mailed to or not; operators are told of those that were due. */
export const giveUpOldReceipts = async (deps: ReceiptDeps): Promise<void> => {
  const unsent = await forgetOldReceipts(deps.db, new Date(deps.clock.now().getTime() - KEPT_MS))
  if (unsent === 0) return
  deps.receiptMetrics.mails.inc({ outcome: 'given_up' }, unsent)
  deps.log.error({ receipts: unsent }, 'receipts could not be mailed for a day and were given up')
}

/**
 * Mails the receipts of approved payments, at least once each: who dies between the server's answer and writing it down
 * leaves a receipt that is mailed again when its lease ends. Several processes may do so at once. Addresses are forgotten
 * once mailed to.
 */
export const mailReceipts = async (deps: ReceiptDeps, isStopping: () => boolean = () => false): Promise<void> => {
  const { clock, mailer } = deps
  if (mailer === null) return
  let isServerDown = false
  await takeInParallel({
    clock,
    atOnce: AT_ONCE,
    take: (limit) =>
      onceConnected(deps, (connection, now) =>
        takeDueReceipts(connection, { now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit }),
      ),
    work: async (receipt) => {
      if (!(await tryOne(deps, mailer, receipt))) isServerDown = true
    },
    isStopping: () => isStopping() || isServerDown,
  })
}
