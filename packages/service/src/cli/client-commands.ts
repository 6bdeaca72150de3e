import { resolve } from 'node:path'
import { exampleOrigin, httpUrlSchema, linkSchema, originSchema, type Permission } from '@coinslot/contract'
import { shownNameSchema } from '@coinslot/contract/dashboard-operations'
import { type ClientRecord, disableClient, findClient, listClients, updateClient } from '../auth/client-store.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { createClient, disabledRefusal, findOrMakeMerchant } from '../auth/create-client.ts'
import { keptSecretAt } from '../auth/kept-secret.ts'
import { originsRefusal } from '../auth/origin-rules.ts'
import { rotateClient } from '../auth/rotate-client.ts'
import { listSubscriptions } from '../webhooks/subscription-store.ts'
import { createSubscription, endpointRefusal } from '../webhooks/subscriptions.ts'
import { MERCHANT_NAME, parsed, requiredText, optionalText, optionalOrNone, texts } from './arguments.ts'
import { type Command, type CommandArguments, CommandError, UsageError } from './command.ts'
import { linesOf, type Variables, writeEnvFile } from './env-file.ts'

const permissionsOf = (values: Readonly<Record<string, unknown>>): Permission[] => [
  ...(values['payments'] === false ? [] : (['payments'] as const)),
  ...(values['compliance'] === false ? [] : (['compliance'] as const)),
  ...(values['notifications'] === false ? [] : (['notifications'] as const)),
]
const unknownClient = (id: string): CommandError => new CommandError(`There is no client ${id}`)

/** @throws {CommandError} where there is no such client, or it is changed no more. */
const requireEnabled = async ({ db }: ServiceDeps, id: string): Promise<ClientRecord> => {
  const client = await findClient(db, id)
  if (client === null) throw unknownClient(id)
  const refusal = disabledRefusal(client)
  if (refusal !== null) throw new CommandError(refusal)
  return client
}

interface Issued {
  readonly client_id: string
  readonly client_secret: string
  readonly merchant_id: string
  readonly signing_key?: string
}

/** The key of the merchant's subscription for an endpoint, which is made where there is none. */
const subscribe = async (deps: ServiceDeps, merchantId: string, endpoint: string): Promise<string> => {
  const known = await listSubscriptions(deps.db, deps.secrets, merchantId)
  const same = known.find((subscription) => subscription.endpoint === endpoint && subscription.status === 'enabled')
  const request = { merchantId, endpoint, description: '', status: 'enabled' } as const
  const { signing_key: signingKey } = same ?? (await createSubscription(deps, request))
  return signingKey
}

const readable = (issued: object): string =>
  [
    ...Object.entries(issued).map(([name, value]) => `${name.padEnd(13)}  ${value}`),
    'Keep the secret now: it is not shown again.',
  ].join('\n')

/** What a shop is told by its environment, under the names that the guides use. */
const variablesOf = ({ client_id, client_secret, signing_key }: Issued, baseUrl: string): Variables => ({
  COINSLOT_BASE_URL: baseUrl,
  COINSLOT_CLIENT_ID: client_id,
  COINSLOT_CLIENT_SECRET: client_secret,
  ...(signing_key === undefined ? {} : { COINSLOT_SIGNING_KEY: signing_key }),
})

/** Said wherever origins are registered: a shop that is opened at the other one cannot show the widget. */
const LOOPBACKS = 'http://localhost:3000 and http://127.0.0.1:3000 are different origins'

const IN_BRACKETS = ', by a name: a policy has no form for an address of IPv6'

const expectedOf = (text: string): string =>
  `an origin such as ${exampleOrigin(text)}${text.includes('[') ? IN_BRACKETS : ''}; an app whose pages have none (capacitor://, app://, file://) can sell by redirect`

const originsOf = (args: CommandArguments): string[] =>
  texts(args, 'origin').map((text) => parsed(originSchema, text, 'origin', expectedOf(text)))

/** @throws {CommandError} where one of them is the service's own. */
const assertOrigins = ({ config }: ServiceDeps, origins: readonly string[]): void => {
  const refusal = originsRefusal(config.baseUrl, origins)
  if (refusal !== null) throw new CommandError(`--origin ${refusal}`)
}

const UNFRAMED =
  '\nNo page may show its checkout: unless it sells by redirect alone, name the shop with clients update ID --origin https://shop.example'

interface Sold {
  readonly origins: readonly string[]
  readonly permissions: readonly Permission[]
}

/** Said in production, where a client without an origin is framed by nobody; its buyers would be the first to notice. */
const hintFor = ({ mode }: ServiceDeps['config'], { origins, permissions }: Sold): string => {
  const hasCheckout = permissions.includes('payments') || permissions.includes('compliance')
  return mode === 'production' && hasCheckout && origins.length === 0 ? UNFRAMED : ''
}

const returnUrlOf = (args: CommandArguments) =>
  optionalOrNone(args, 'return-url', linkSchema, 'an http or https URL without user name and password')

const merchantOf = (args: CommandArguments): string =>
  parsed(shownNameSchema, requiredText(args, 'merchant'), 'merchant', `${MERCHANT_NAME}, or a merchant's id`)

const create: Command = {
  name: 'clients create',
  usage:
    '--merchant NAME|ID [--no-compliance] [--no-payments] [--no-notifications] [--origin URL …] [--return-url URL] [--webhook URL] [--env | --env-to FILE] [--json]',
  summary: `Issue credentials: a name makes a new merchant, an id another client of one; secrets are shown once. ${LOOPBACKS}`,
  options: {
    merchant: { type: 'string' },
    compliance: { type: 'boolean' },
    payments: { type: 'boolean' },
    notifications: { type: 'boolean' },
    origin: { type: 'string', multiple: true },
    'return-url': { type: 'string' },
    webhook: { type: 'string' },
    env: { type: 'boolean' },
    // Not `env-file`: Node takes that for an option of its own, wherever it stands.
    'env-to': { type: 'string' },
  },
  prepare(args) {
    const asLines = args.values['env'] === true
    const envTo = optionalText(args, 'env-to')
    if (asLines && args.values['json'] === true) {
      throw new UsageError('--env prints lines, --json an object: give one of them')
    }
    if (asLines && envTo !== undefined) throw new UsageError('--env prints what --env-to writes: give one of them')
    const webhook = optionalText(args, 'webhook')
    const endpoint = webhook === undefined ? null : parsed(httpUrlSchema, webhook, 'webhook', 'an http or https URL')
    const request = {
      merchant: merchantOf(args),
      permissions: permissionsOf(args.values),
      origins: originsOf(args),
      returnUrl: returnUrlOf(args) ?? null,
    }
    const issue = async (deps: ServiceDeps): Promise<Issued> => {
      assertOrigins(deps, request.origins)
      const refusal = endpoint === null ? null : endpointRefusal(deps.config, endpoint)
      if (refusal !== null) throw new CommandError(`--webhook ${refusal}`)
      const merchant = await findOrMakeMerchant(deps.db, request.merchant, deps.clock.now())
      // Before the client, whose secret would be lost where the merchant has no place for another subscription.
      const signingKey = endpoint === null ? null : await subscribe(deps, merchant, endpoint)
      const { clientId, clientSecret, merchantId } = await createClient(deps.db, deps.clock, { ...request, merchant })
      const issued = { client_id: clientId, client_secret: clientSecret, merchant_id: merchantId }
      return signingKey === null ? issued : { ...issued, signing_key: signingKey }
    }
    return async ({ deps, folder }) => {
      const variables = (issued: Issued): Variables => variablesOf(issued, deps.config.baseUrl)
      const hint = hintFor(deps.config, request)
      if (envTo !== undefined) {
        const file = resolve(folder, envTo)
        const json = await writeEnvFile(file, () => issue(deps), variables)
        return { json, text: `${file} has the credentials of client ${json.client_id}.${hint}` }
      }
      const json = await issue(deps)
      return { json, text: asLines ? linesOf(variables(json)).join('\n') : readable(json) + hint }
    }
  },
}

const list: Command = {
  name: 'clients list',
  usage: '[--json]',
  summary: 'List clients, without their secrets',
  prepare:
    () =>
    async ({ deps }) => {
      const clients = await listClients(deps.db)
      const now = deps.clock.now()
      const json = clients.map((client) => ({
        client_id: client.id,
        merchant_id: client.merchantId,
        merchant: client.merchantName,
        permissions: client.permissions,
        origins: client.origins,
        return_url: client.returnUrl,
        status: client.disabled ? 'disabled' : 'enabled',
        old_secret_until: keptSecretAt(client, now)?.until.toISOString() ?? null,
        created_at: client.createdAt.toISOString(),
      }))
      const text = json.map((row) => `${row.client_id}  ${row.status}  ${row.merchant_id}  ${row.merchant}`).join('\n')
      return { json, text: text === '' ? 'There are no clients.' : text }
    },
}

const update: Command = {
  name: 'clients update',
  usage: 'CLIENT_ID [--origin URL …] [--return-url URL|none] [--json]',
  summary: `Change a client's origins, all of them, or where its hosted page leads back to; in force within 5 seconds. ${LOOPBACKS}`,
  options: { origin: { type: 'string', multiple: true }, 'return-url': { type: 'string' } },
  positionals: ['CLIENT_ID'],
  prepare(args) {
    const [id = ''] = args.positionals
    const origins = originsOf(args)
    const returnUrl = returnUrlOf(args)
    if (origins.length === 0 && returnUrl === undefined) throw new UsageError('clients update: say what to change')
    const changes = { origins: origins.length === 0 ? undefined : origins, returnUrl }
    return async ({ deps }) => {
      await requireEnabled(deps, id)
      assertOrigins(deps, origins)
      await updateClient(deps.db, id, changes)
      const changed = await requireEnabled(deps, id)
      const json = { client_id: id, origins: changed.origins, return_url: changed.returnUrl }
      const text = `${id}  ${json.origins.join(' ') || 'no origins'}  ${json.return_url ?? 'no return URL'}`
      return { json, text }
    }
  },
}

const disable: Command = {
  name: 'clients disable',
  usage: 'CLIENT_ID [--json]',
  summary: 'Refuse a client; its tokens stop within 5 seconds',
  positionals: ['CLIENT_ID'],
  prepare:
    ({ positionals: [id = ''] }) =>
    async ({ deps }) => {
      if (!(await disableClient(deps.db, id, deps.clock.now()))) throw unknownClient(id)
      return { json: { client_id: id, status: 'disabled' }, text: `${id} is disabled.` }
    },
}

const rotate: Command = {
  name: 'clients rotate',
  usage: 'CLIENT_ID [--keep-old | --revoke-tokens] [--json]',
  summary:
    'Give a client a new secret, shown once. The old one stops within 5 seconds, or with --keep-old after 24 hours; with --revoke-tokens its tokens stop, too',
  options: { 'keep-old': { type: 'boolean' }, 'revoke-tokens': { type: 'boolean' } },
  positionals: ['CLIENT_ID'],
  prepare({ positionals: [id = ''], values }) {
    const rotation = { keepOld: values['keep-old'] === true, revokeTokens: values['revoke-tokens'] === true }
    if (rotation.keepOld && rotation.revokeTokens) {
      throw new UsageError('--keep-old is for a secret that nobody else has, --revoke-tokens for one that has leaked')
    }
    return async ({ deps }) => {
      await requireEnabled(deps, id)
      const { clientSecret, oldUntil } = await rotateClient(deps.db, deps.clock, id, rotation)
      const json = { client_id: id, client_secret: clientSecret }
      if (oldUntil === null) return { json, text: readable(json) }
      const until = oldUntil.toISOString()
      return {
        json: { ...json, old_secret_until: until },
        text: `${readable(json)}\nThe old secret signs in until ${until}.`,
      }
    }
  },
}

export const clientCommands: readonly Command[] = [create, list, update, disable, rotate]
