import { enableCompileCache } from 'node:module'
import { report } from '../child.ts'

// As bin/coinslot-service.js does.
enableCompileCache()
const { readConfig } = await import('../../src/platform/config.ts')
const { startService } = await import('../../src/composition/service.ts')
const service = await startService(readConfig())
report({ address: service.address })
