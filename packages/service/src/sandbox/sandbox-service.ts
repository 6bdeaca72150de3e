// What a sandbox needs beside its database, loaded as one.
export { createClient } from '../auth/create-client.ts'
export { expireIntents } from '../cards/expire-intents.ts'
export { startService } from '../composition/service.ts'
export { openBuyer } from './buyer.ts'
