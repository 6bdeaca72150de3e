import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../stack/running-process.ts'

/** What the compiler says of the project in a folder; nothing where it is content. */
export const complaintsOf = async (folder: string): Promise<string> => {
  const tsc = join(ROOT, 'node_modules', '.bin', 'tsc')
  const faults = await promisify(execFile)(tsc, ['-p', folder]).catch(Object)
  return `${faults.stdout}${faults.message ?? ''}`
}
