import type { PackageManager } from './package-manager.ts'

/** A path as the shell of this system takes it. The paths of Windows hold no double quotes. */
const quoted = (path: string): string => {
  const named = path.startsWith('-') ? `./${path}` : path
  if (/^[\w@./:-]+$/.test(named)) return named
  if (process.platform === 'win32') return `"${named}"`
  return `'${named.replaceAll("'", String.raw`'\''`)}'`
}

/** What is left to type. @param there the folder, from where the reader is; empty for the same one */
export const nextSteps = (folder: string, there: string, manager: PackageManager['name'] = 'npm'): string => {
  const run = `${manager} run`
  const service = `${run} service`
  const shop = `${run} setup && ${run} dev`
  return `
Your shop is in ${folder}. Three commands, and it sells:

  ${there === '' ? '' : `cd ${quoted(there)} && `}${manager} install
  ${service.padEnd(shop.length)}       in a terminal of its own: the service, with test cards
  ${shop}       your shop, on http://localhost:3000

Pay with 4111 1111 1111 1111, any date in the future, any three digits.`
}
