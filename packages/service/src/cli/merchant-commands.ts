import { linkSchema, moneySchema, uuidSchema } from '@coinslot/contract'
import { shownNameSchema } from '@coinslot/contract/dashboard-operations'
import { changeMerchant } from '../auth/change-merchant.ts'
import { findMerchant, listMerchants, type MerchantRecord } from '../auth/merchant-store.ts'
import { fetchPicture } from '../pictures/fetch-picture.ts'
import { deleteLogo, type Logo, writeLogo } from '../pictures/logo-store.ts'
import { MERCHANT_NAME, optionalText, optionalOrNone, parsed } from './arguments.ts'
import { type Command, type CommandArguments, type CommandContext, CommandError, UsageError } from './command.ts'

const toJson = (merchant: MerchantRecord) => ({
  merchant_id: merchant.id,
  name: merchant.name,
  payments: merchant.paymentsEnabled,
  compliance: merchant.complianceEnabled,
  amount_min: merchant.amountMin,
  amount_max: merchant.amountMax,
  kyc_threshold: merchant.kycThreshold,
  display_name: merchant.displayName ?? merchant.name,
  logo_url: merchant.logoUrl,
  terms_url: merchant.termsUrl,
  privacy_url: merchant.privacyUrl,
})

const money = (args: CommandArguments, name: string): string | undefined => {
  const text = optionalText(args, name)
  return text === undefined ? undefined : parsed(moneySchema, text, name, 'an amount such as 500.00')
}
const displayName = (args: CommandArguments): string | undefined => {
  const text = optionalText(args, 'display-name')
  return text === undefined ? undefined : parsed(shownNameSchema, text, 'display-name', MERCHANT_NAME)
}
const address = (args: CommandArguments, name: string) =>
  optionalOrNone(args, name, linkSchema, 'an address such as https://shop.example/terms')

const fetchLogo = async ({ deps, signal }: CommandContext, given: string): Promise<Logo> => {
  const picture = await fetchPicture(deps.config, given, signal)
  if (picture !== null) return { address: given, picture, fetchedAt: deps.clock.now() }
  throw new CommandError(
    'There is no logo to be had at that address, and nothing is changed: it has to be a JPEG, PNG, WebP or AVIF of at most 1 MB and 2,048 pixels a side, at a public address that does not redirect',
  )
}

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const list: Command = {
  name: 'merchants list',
  usage: '[--json]',
  summary: 'List merchants with their products and limits',
  prepare:
    () =>
    async ({ deps }) => {
      const json = (await listMerchants(deps.db)).map(toJson)
      const text = json
        .map((row) => {
          const products =
            [row.payments && 'payments', row.compliance && 'compliance'].filter(Boolean).join('+') || 'none'
          return `${row.merchant_id}  ${products}  ${row.amount_min}-${row.amount_max}  KYC past ${row.kyc_threshold}  ${row.name}`
        })
        .join('\n')
      return { json, text: text === '' ? 'There are no merchants.' : text }
    },
}

const update: Command = {
  name: 'merchants update',
  usage:
    'MERCHANT_ID [--[no-]payments] [--[no-]compliance] [--amount-min X] [--amount-max X] [--kyc-threshold X] [--display-name NAME] [--logo URL|none] [--terms URL|none] [--privacy URL|none] [--json]',
  summary: "Change a merchant's products and limits, and what buyers are told of it; in force within 5 seconds",
  options: {
    payments: { type: 'boolean' },
    compliance: { type: 'boolean' },
    'amount-min': { type: 'string' },
    'amount-max': { type: 'string' },
    'kyc-threshold': { type: 'string' },
    'display-name': { type: 'string' },
    logo: { type: 'string' },
    terms: { type: 'string' },
    privacy: { type: 'string' },
  },
  positionals: ['MERCHANT_ID'],
  prepare(args) {
    const [id = ''] = args.positionals
    const changes = {
      paymentsEnabled: flag(args.values['payments']),
      complianceEnabled: flag(args.values['compliance']),
      amountMin: money(args, 'amount-min'),
      amountMax: money(args, 'amount-max'),
      kycThreshold: money(args, 'kyc-threshold'),
      displayName: displayName(args),
      termsUrl: address(args, 'terms'),
      privacyUrl: address(args, 'privacy'),
    }
    const logoUrl = address(args, 'logo')
    if ([...Object.values(changes), logoUrl].every((value) => value === undefined))
      throw new UsageError('merchants update: say what to change')
    return async (context) => {
      const { deps } = context
      const logo = typeof logoUrl === 'string' ? await fetchLogo(context, logoUrl) : logoUrl
      const isThere =
        uuidSchema.safeParse(id).success &&
        (await deps.db.transaction().execute(async (transaction) => {
          if (!(await changeMerchant(transaction, id, changes))) return false
          if (logo === null) await deleteLogo(transaction, id)
          else if (logo !== undefined) await writeLogo(transaction, id, logo)
          return true
        }))
      if (!isThere) throw new CommandError(`There is no merchant ${id}`)
      const merchant = await findMerchant(deps.db, id)
      return { json: merchant === null ? null : toJson(merchant), text: `${id} is changed.` }
    }
  },
}

export const merchantCommands: readonly Command[] = [list, update]
