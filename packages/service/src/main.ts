import { runCli } from './cli/run-cli.ts'

// Where nobody reads what is told, the exit code still says how it ended.
process.stderr.on('error', () => undefined)
process.exitCode = await runCli(process.argv.slice(2))
