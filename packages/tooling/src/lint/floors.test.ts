import { describe, expect, test } from 'vitest'
import { AREAS, FLOORS } from './floors.js'
import { type Files, lintForged } from './forge.ts'

/** Every way in which a file can know another. */
const KINDS: Readonly<Record<string, (specifier: string) => string>> = {
  value: (it) => `import { x } from '${it}'\nexport const y = x\n`,
  type: (it) => `import type { X } from '${it}'\nexport type Y = X\n`,
  'inline type': (it) => `import { type X } from '${it}'\nexport type Y = X\n`,
  effect: (it) => `import '${it}'\n`,
  export: (it) => `export { x } from '${it}'\n`,
  'type export': (it) => `export type { X } from '${it}'\n`,
  'whole export': (it) => `export * from '${it}'\n`,
  dynamic: (it) => `export const x = () => import('${it}')\n`,
  'type of import': (it) => `export type X = import('${it}').X\n`,
}

interface Row {
  readonly from: string
  readonly to: string
  readonly allowed: boolean
  /** One forged file for each kind of import. */
  readonly files: Files
}

const row = (from: string, to: string, allowed: boolean, folder: string, specifier: string): Row => ({
  from,
  to,
  allowed,
  files: Object.fromEntries(
    Object.entries(KINDS).map(([kind, sourceOf]) => [
      `${folder}/${kind.replaceAll(' ', '-')}-of-${to}.ts`,
      sourceOf(specifier),
    ]),
  ),
})

const rooms = FLOORS.flatMap((names, floor) => names.map((name) => ({ name, floor })))
const roomRows = rooms.flatMap((from) =>
  rooms
    .filter((to) => to !== from)
    .map((to) =>
      row(from.name, to.name, to.floor < from.floor, `packages/service/src/${from.name}`, `../${to.name}/thing.ts`),
    ),
)

const PACKAGES = ['contract', 'node', 'browser', 'widget', 'dashboard', 'service', 'site', 'tooling']
const folderOf = (name: string) => (['demo', 'e2e'].includes(name) ? `${name}/forged` : `packages/${name}/src`)
const packageRows = AREAS.filter(({ name }) => !name.includes(',')).flatMap(({ name, knows }) =>
  PACKAGES.filter((to) => to !== name).map((to) =>
    row(name, to, knows.includes(to), folderOf(name), `@coinslot/${to}/checkout`),
  ),
)

const SELF = 'export const x = 1\nexport type X = number\n'
const targets = Object.fromEntries(rooms.map(({ name }) => [`packages/service/src/${name}/thing.ts`, SELF]))
const rows = [...roomRows, ...packageRows]
const foundIn = lintForged(Object.assign({}, targets, ...rows.map(({ files }) => files)))

/** Faults of our own rules in a file; types of an `import()` are refused everywhere by another rule. */
const faultsOf = (file: string): string[] => foundIn(file).filter((fault) => fault.includes('coinslot('))

describe.each([
  ['rooms of the service', roomRows],
  ['packages', packageRows],
])('between %s', (_between, all) => {
  const forbidden = all.filter(({ allowed }) => !allowed)
  test.each(forbidden)('$from may not import $to, in whatever way', ({ from, files }) => {
    for (const file of Object.keys(files)) {
      // The core of the SDK runs everywhere and may know the types of everything.
      const typesAreFree = from === 'node' && /\/(inline-)?type-/.test(file)
      expect(faultsOf(file), file).toHaveLength(typesAreFree ? 0 : 1)
    }
  })

  test.each(all.filter(({ allowed }) => allowed))('$from may import $to', ({ files }) => {
    for (const file of Object.keys(files)) expect(faultsOf(file), file).toEqual([])
  })
})
