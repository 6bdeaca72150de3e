// What a sandbox needs beside its database, in one piece that is loaded while the database opens.
export { LIMITS } from '@coinslot/contract'
export { createClient } from '../auth/create-client.ts'
export { expireIntents } from '../cards/expire-intents.ts'
export { startService } from '../composition/service.ts'
export { openBuyer } from './buyer.ts'
