import * as module from 'node:module'
import { setFlagsFromString } from 'node:v8'

// Half of these threads may wait for names of endpoints whose servers do not answer: two at a time, as by default, would
// keep all other names waiting. Node 24 reads it as the first is needed; for an older one it has to be in the environment.
process.env.UV_THREADPOOL_SIZE ??= '32'

// Optimizing the embedded database's engine takes V8 half a second and 600 MB, for one of its functions alone, as soon as a
// database is opened: in 512 MB the service would be killed. Intents are created as fast by what V8 compiles first.
setFlagsFromString('--no-wasm-tier-up')
setFlagsFromString('--no-wasm-dynamic-tiering')

// What was compiled once is read back by the next start.
module.enableCompileCache?.()
