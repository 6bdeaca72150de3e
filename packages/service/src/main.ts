import { runCli } from './cli/run-cli.ts'

// Where nobody reads what is told, the exit code still says how it ended.
process.stderr.on('error', () => undefined)
process.exitCode = await runCli(process.argv.slice(2))
// What failed half-way, such as a sign-in to the database, may keep its connection for a minute: nobody waits for that.
if (process.exitCode !== 0) process.stderr.write('', () => process.exit())
