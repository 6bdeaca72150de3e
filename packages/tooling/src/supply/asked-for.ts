import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { here } from '../steps/workspace.ts'

const IMPORT = /^(?:import|export)(?! type\b)[\w\s{},*$]*?\bfrom '([^']+)'|\bimport\('([^']+)'|^import '([^']+)'/gm

/** Packages that a published package's own sources ask for at run time. */
export const askedFor = (name: string): readonly string[] => {
  const folder = here('packages', name, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => file.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$/.test(file))
  const specifiers = sources.flatMap((file) =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(IMPORT)].map(
      (match) => match[1] ?? match[2] ?? match[3] ?? '',
    ),
  )
  const bare = specifiers.filter((each) => !/^[./#]|^virtual:/.test(each) && !isBuiltin(each))
  return [
    ...new Set(
      bare.map((each) =>
        each
          .split('/')
          .slice(0, each.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
    ),
  ].toSorted()
}
