import type { Handler } from '../handler.ts'
import { type NodeListener, toNodeListener } from './node-http.ts'

/**
 * The handler as Express middleware: `app.use(coinslotExpress(handler))`, before `express.json()`, since a webhook's
 * body must be read as it came.
 */
export const coinslotExpress = (handler: Handler): NodeListener => toNodeListener(handler)
