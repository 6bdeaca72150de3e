import { eventTypeSchema, httpUrlSchema, uuidSchema } from '@coinslot/contract'
import { listMerchants } from '../auth/merchant-store.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { listen } from '../webhooks/listen.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { sampleEvent } from '../webhooks/sample-event.ts'
import { optionalText, parsed, requiredText } from './arguments.ts'
import { type Command, CommandError, UsageError } from './command.ts'

const requireSandbox = ({ config }: ServiceDeps, name: string): void => {
  if (config.mode !== 'sandbox') throw new CommandError(`${name} is for development: it works in sandbox mode only`)
}

const requireMerchant = async ({ db }: ServiceDeps, text: string): Promise<string> => {
  const id = parsed(uuidSchema, text, 'merchant', 'the id of a merchant').toLowerCase()
  const merchants = await listMerchants(db)
  if (!merchants.some((merchant) => merchant.id === id)) throw new CommandError(`There is no merchant ${id}`)
  return id
}

const triggerCommand: Command = {
  name: 'trigger',
  usage: 'EVENT --merchant ID [--json]',
  summary: `Make a sample event happen to a merchant: ${eventTypeSchema.options.join(', ')}`,
  options: { merchant: { type: 'string' } },
  positionals: ['EVENT'],
  async run({ deps }, args) {
    const type = eventTypeSchema.safeParse(args.positionals[0])
    if (!type.success) throw new UsageError(`EVENT must be one of ${eventTypeSchema.options.join(', ')}`)
    const merchant = requiredText(args, 'merchant')
    requireSandbox(deps, 'trigger')
    const event = sampleEvent(type.data, await requireMerchant(deps, merchant), deps.clock.now())
    const id = await recordEvent(deps.db, event)
    deps.wakeDeliveries()
    return { json: { event_id: id, type: type.data }, text: `${type.data}  ${id}` }
  },
}

const listenCommand: Command = {
  name: 'listen',
  usage: '[--forward-to URL] [--merchant ID]',
  summary: 'Show events as they happen and forward them, signed, to an address of your own, until Ctrl-C',
  options: { 'forward-to': { type: 'string' }, merchant: { type: 'string' } },
  async run({ deps, print, signal }, args) {
    const [url, merchant] = [optionalText(args, 'forward-to'), optionalText(args, 'merchant')]
    const forwardTo = url === undefined ? null : parsed(httpUrlSchema, url, 'forward-to', 'an http or https URL')
    requireSandbox(deps, 'listen')
    const merchantId = merchant === undefined ? null : await requireMerchant(deps, merchant)
    await listen(deps, { merchantId, forwardTo, print, signal })
    return null
  },
}

export const webhookCommands: readonly Command[] = [triggerCommand, listenCommand]
