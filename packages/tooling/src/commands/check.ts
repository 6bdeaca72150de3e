import { CHECKS } from '../steps/checks.ts'
import { runSteps } from '../steps/step.ts'

const failed = await runSteps(CHECKS)
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
