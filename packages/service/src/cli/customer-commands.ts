import { forgetCustomer } from '../kyc/forget-customer.ts'
import type { CustomerNames } from '../payments/customer-key.ts'
import { optionalText, requiredMerchantId } from './arguments.ts'
import { type Command, type CommandArguments, CommandError, UsageError } from './command.ts'
import { exportCustomer } from './export-customer.ts'
import { requireMerchant } from './require-merchant.ts'

const ONE_NAME = 'give one of --id, --email, or --wallet with --blockchain'

const namesOf = (command: string, args: CommandArguments): CustomerNames => {
  const [id, email, address, blockchain] = ['id', 'email', 'wallet', 'blockchain'].map((name) =>
    optionalText(args, name),
  )
  const wallet = address === undefined || blockchain === undefined ? undefined : { address, blockchain }
  const isWhole = (address === undefined) === (blockchain === undefined)
  if (!isWhole || [id, email, wallet].filter((name) => name !== undefined).length !== 1)
    throw new UsageError(`${command}: ${ONE_NAME}`)
  return { id, email, wallet }
}

const UNDER_WAY = {
  payment: 'A payment of this customer is open, and nothing is forgotten: try again in half an hour, when it has ended',
  check:
    'An identity check of this customer can still be gone on with, or is not decided, and nothing is forgotten: try again in a day, or once it is decided',
}

const AS_THE_SHOP_DOES =
  'name them as the shop does, by --id if it gives buyer.id, else by wallet, else by e-mail address'
const UNKNOWN = `Nothing is kept of a customer of this name, and nothing was forgotten: ${AS_THE_SHOP_DOES}`

const USAGE = '--merchant ID (--id ID | --email ADDRESS | --wallet ADDRESS --blockchain NAME) [--json]'
const OPTIONS = {
  merchant: { type: 'string' },
  id: { type: 'string' },
  email: { type: 'string' },
  wallet: { type: 'string' },
  blockchain: { type: 'string' },
} as const

const exportAll: Command = {
  name: 'customers export',
  usage: USAGE,
  summary:
    'Print, as JSON, what is kept of a customer of a merchant: what they gave in identity checks, without what files show, and their payments',
  options: OPTIONS,
  prepare(args) {
    const merchantId = requiredMerchantId(args)
    const names = namesOf('customers export', args)
    return async ({ deps }) => {
      await requireMerchant(deps, merchantId)
      const found = await exportCustomer(deps, { merchantId, names })
      if (found.identity === null && found.payments.length === 0)
        throw new CommandError(`Nothing is kept of a customer of this name: ${AS_THE_SHOP_DOES}`)
      return { json: found, text: JSON.stringify(found, null, 2) }
    }
  },
}

const forget: Command = {
  name: 'customers forget',
  usage: USAGE,
  summary:
    'Forget what a customer of a merchant has given in identity checks, files included, and take their id off payments; the payments stay',
  options: OPTIONS,
  prepare(args) {
    const merchantId = requiredMerchantId(args)
    const names = namesOf('customers forget', args)
    return async ({ deps }) => {
      await requireMerchant(deps, merchantId)
      const forgotten = await forgetCustomer(deps, { merchantId, names })
      if (forgotten.underWay !== null) throw new CommandError(UNDER_WAY[forgotten.underWay])
      const { checks, payments } = forgotten
      return {
        json: { checks, payments },
        text: checks + payments === 0 ? UNKNOWN : `Forgotten: identity checks ${checks}, ids on payments ${payments}.`,
      }
    }
  },
}

export const customerCommands: readonly Command[] = [exportAll, forget]
