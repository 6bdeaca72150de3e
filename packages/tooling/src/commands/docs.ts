import { runStep } from '../steps/step.ts'
import { here } from '../steps/workspace.ts'

const site = { name: 'build of the site', command: ['node', '--run', 'build'], cwd: here('packages/site') } as const
process.exitCode = (await runStep(site)).code
