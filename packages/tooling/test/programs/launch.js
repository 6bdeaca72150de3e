// Runs the program that its arguments name, as the launcher does.
import { run } from '../../src/launch/child.js'

const [file = '', ...args] = process.argv.slice(2)
process.exitCode = await run(file, args, {})
