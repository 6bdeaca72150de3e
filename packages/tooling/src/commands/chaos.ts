import { runSource } from '../steps/run-source.ts'

process.exitCode = await runSource('packages/service/chaos/run.ts')
