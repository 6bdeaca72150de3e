import type { ServiceDeps } from '../composition/deps.ts'
import { forgetCustomer } from '../kyc/forget-customer.ts'
import type { CustomerNames } from '../payments/customer-key.ts'
import { optionalText, requiredMerchantId } from './arguments.ts'
import { type Command, type CommandArguments, CommandError, type CommandResult, UsageError } from './command.ts'
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

const ONLY_PAYMENTS =
  'Nothing was forgotten: all that is kept of this customer are payments, which stay, and none of them has their id'

interface Customer {
  readonly merchantId: string
  readonly names: CustomerNames
}

/** A command about one customer of a merchant. */
const ofCustomer = (
  name: string,
  summary: string,
  run: (deps: ServiceDeps, customer: Customer) => Promise<CommandResult>,
): Command => ({
  name,
  usage: '--merchant ID (--id ID | --email ADDRESS | --wallet ADDRESS --blockchain NAME) [--json]',
  summary,
  options: {
    merchant: { type: 'string' },
    id: { type: 'string' },
    email: { type: 'string' },
    wallet: { type: 'string' },
    blockchain: { type: 'string' },
  },
  prepare(args) {
    const customer = { merchantId: requiredMerchantId(args), names: namesOf(name, args) }
    return async ({ deps }) => {
      await requireMerchant(deps, customer.merchantId)
      return run(deps, customer)
    }
  },
})

const exportAll = ofCustomer(
  'customers export',
  'Print, as JSON, what is kept of a customer of a merchant: what they gave in identity checks, without what files show, and their payments',
  async (deps, customer) => {
    const found = await exportCustomer(deps, customer)
    if (found.identity === null && found.payments.length === 0)
      throw new CommandError(`Nothing is kept of a customer of this name: ${AS_THE_SHOP_DOES}`)
    return { json: found, text: JSON.stringify(found, null, 2) }
  },
)

const hasPayments = async (deps: ServiceDeps, customer: Customer): Promise<boolean> =>
  (await exportCustomer(deps, customer)).payments.length > 0

const forget = ofCustomer(
  'customers forget',
  'Forget what a customer of a merchant has given in identity checks, files included, and take their id off payments; the payments stay',
  async (deps, customer) => {
    const forgotten = await forgetCustomer(deps, customer)
    if (forgotten.underWay !== null) throw new CommandError(UNDER_WAY[forgotten.underWay])
    const { checks, payments } = forgotten
    if (checks + payments > 0) {
      return {
        json: { checks, payments, known: true },
        text: `Forgotten: identity checks ${checks}, ids on payments ${payments}.`,
      }
    }
    // No failure: nothing is left to forget, as scripts want it that come again, or go through customers of whom most never bought.
    const known = await hasPayments(deps, customer)
    return { json: { checks, payments, known }, text: known ? ONLY_PAYMENTS : UNKNOWN }
  },
)

export const customerCommands: readonly Command[] = [exportAll, forget]
