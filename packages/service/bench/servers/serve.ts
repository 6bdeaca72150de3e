import '../../bin/process-settings.js'
import { report } from '../child.ts'

const { readConfig } = await import('../../src/platform/config.ts')
const { startService } = await import('../../src/composition/service.ts')
const service = await startService(readConfig())
report({ address: service.address })
