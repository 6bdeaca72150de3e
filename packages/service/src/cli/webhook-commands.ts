import { eventTypeSchema, httpUrlSchema } from '@coinslot/contract'
import type { ServiceDeps } from '../composition/deps.ts'
import { listen } from '../webhooks/listen.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { sampleEvent } from '../webhooks/sample-event.ts'
import { optionalMerchantId, optionalText, parsed, requiredMerchantId } from './arguments.ts'
import { type Command, CommandError, UsageError } from './command.ts'
import { requireMerchant } from './require-merchant.ts'

const AN_HOUR_MS = 60 * 60 * 1000

const requireSandbox = ({ config }: ServiceDeps, name: string): void => {
  if (config.mode !== 'sandbox') throw new CommandError(`${name} is for development: it works in sandbox mode only`)
}

const triggerCommand: Command = {
  name: 'trigger',
  usage: 'EVENT --merchant ID [--json]',
  summary: `Make a sample event happen to a merchant: ${eventTypeSchema.options.join(', ')}`,
  options: { merchant: { type: 'string' } },
  positionals: ['EVENT'],
  prepare(args) {
    const { data: type } = eventTypeSchema.safeParse(args.positionals[0])
    if (type === undefined) throw new UsageError(`EVENT must be one of ${eventTypeSchema.options.join(', ')}`)
    const merchantId = requiredMerchantId(args)
    return async ({ deps }) => {
      requireSandbox(deps, 'trigger')
      await requireMerchant(deps, merchantId)
      const id = await recordEvent(deps.db, sampleEvent(type, merchantId, deps.clock.now()))
      deps.wakeDeliveries()
      return { json: { event_id: id, type }, text: `${type}  ${id}` }
    }
  },
}

const listenCommand: Command = {
  name: 'listen',
  usage: '[--forward-to URL] [--merchant ID]',
  summary: 'Show events as they happen and forward them, signed, to an address of your own, until Ctrl-C',
  options: { 'forward-to': { type: 'string' }, merchant: { type: 'string' } },
  goesOn: true,
  prepare(args) {
    const url = optionalText(args, 'forward-to')
    const forwardTo = url === undefined ? null : parsed(httpUrlSchema, url, 'forward-to', 'an http or https URL')
    const merchantId = optionalMerchantId(args)
    return async ({ deps, print, signal }) => {
      requireSandbox(deps, 'listen')
      if (merchantId !== null) await requireMerchant(deps, merchantId)
      // Between two looks only a connection to the database would keep the process alive, and that may be lost.
      const alive = setInterval(() => undefined, AN_HOUR_MS)
      await listen(deps, { merchantId, forwardTo, print, signal }).finally(() => clearInterval(alive))
      return null
    }
  },
}

export const webhookCommands: readonly Command[] = [triggerCommand, listenCommand]
