import { createClient } from '../../src/auth/create-client.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createLink } from '../../src/dashboard/links.ts'
import { startService } from '../../src/composition/service.ts'
import { report } from '../child.ts'

const service = await startService({ ...readConfig(), requestsPerMinute: 100_000_000 })
const { db, tokens, clients } = service.deps
const { clientId, clientSecret, merchantId } = await createClient(db, systemClock, { merchant: 'Bench' })
const client = await clients.get(clientId)
if (client === null) throw new Error('The client is gone')
const { access_token: token } = await tokens.issue(client)
const dashboardLink = await createLink(service.deps, merchantId)
report({ port: Number(new URL(service.address).port), token, clientId, clientSecret, merchantId, dashboardLink })
