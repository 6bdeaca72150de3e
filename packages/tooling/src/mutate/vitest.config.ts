import type { Plugin } from 'vitest/config'
import base from '../../../../vite.config.ts'
import { endKeptWorkers, KeptWorker } from './kept-worker.ts'

/** Stryker names a pool on the command line, which counts for more than a config: so another is named afterwards. */
const keepWorkers: Plugin = {
  name: 'keep-workers',
  configureVitest({ project, vitest }) {
    project.config.pool = 'kept'
    project.config.poolRunner = { name: 'kept', createPoolWorker: (options) => new KeptWorker(options) }
    vitest.onClose(endKeptWorkers)
  },
}

/** What a change has made impossible is waited for: seconds, and not until Stryker starts everything again. */
const expectations = { poll: { timeout: 4_000 } }

/** The tests of the workspace, in workers that outlive a run. */
export default { ...base, plugins: [keepWorkers], test: { ...base.test, expect: expectations } }
