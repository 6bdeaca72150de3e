import { enableCompileCache } from 'node:module'
import { report } from '../child.ts'

// As bin/coinslot-service.js does.
enableCompileCache()
const { readConfig } = await import('../../src/config.ts')
const { startService } = await import('../../src/service.ts')
const service = await startService(readConfig())
report({ address: service.address })
