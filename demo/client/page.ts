import { followBalance } from './balance.ts'
import { restoreLog } from './event-log.ts'
import { logSlotEvents } from './slot-events.ts'

restoreLog()
followBalance()
logSlotEvents()
