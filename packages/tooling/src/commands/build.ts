import { builds } from '../steps/checks.ts'
import { runSteps } from '../steps/step.ts'

const failed = await runSteps(builds())
if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
