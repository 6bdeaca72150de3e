import { NODE_FLAGS } from '../../../service/bin/node-flags.js'
import { run } from '../launch/child.js'
import { browserBuilds, refresh } from '../steps/fresh.ts'
import { here } from '../steps/workspace.ts'

const args = process.argv.slice(2)
const failed = args.length === 0 || args[0] === 'serve' ? await refresh(browserBuilds()) : null
if (failed === null) {
  const command = [
    ...NODE_FLAGS,
    here('packages/service/bin/coinslot-service.js'),
    ...(args.length === 0 ? ['serve'] : args),
  ]
  process.exitCode = await run('node', command, {})
} else {
  console.error(`coinslot: the ${failed} build failed`)
  process.exitCode = 1
}
