import { BUILD } from '../steps/checks.ts'
import { runStep } from '../steps/step.ts'

process.exitCode = (await runStep(BUILD)).code
