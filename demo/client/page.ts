import { followBalance } from './balance.ts'
import { logSlotEvents } from './slot-events.ts'

followBalance()
logSlotEvents()
