import { builds, packageChecks, sourceChecks } from '../lib/checks.ts'
import { runSteps } from '../lib/step.ts'

const failed = await runSteps([...sourceChecks(), ...builds(), ...packageChecks()])
console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
