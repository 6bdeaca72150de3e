import { run } from '../launch/child.js'
import { here } from './workspace.ts'

/** Runs a program of the workspace from its source, with the command's own arguments. @returns its exit code */
export const runSource = (path: string): Promise<number> =>
  run('node', ['--conditions=@coinslot/source', here(path), ...process.argv.slice(2)], {})
