import type { Config } from '../platform/config.ts'
import { createSender, type Sender } from './sender.ts'

/** The sender for a mode: https alone in production, private addresses only in sandbox mode with them allowed. */
export const webhookSender = ({ mode, allowPrivateWebhooks }: Config): Sender =>
  createSender({ allowPrivate: mode === 'sandbox' && allowPrivateWebhooks, httpsOnly: mode === 'production' })
