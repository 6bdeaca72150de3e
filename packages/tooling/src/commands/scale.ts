import { run } from '../launch/child.js'
import { here } from '../steps/workspace.ts'

process.exitCode = await run(
  'node',
  ['--conditions=@coinslot/source', here('packages/service/scale/run.ts'), ...process.argv.slice(2)],
  {},
)
