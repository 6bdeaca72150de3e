import { posix } from 'node:path'
import { AREAS, floorOf, PURE_PACKAGES, SQL_PACKAGES, ZOD_FREE } from './floors.js'

/**
 * @typedef {object} Import
 * @property {string} from The importing file, from the root, with slashes.
 * @property {string} specifier What it imports, as it is written.
 * @property {boolean} isType Whether it imports types only.
 */

const SERVICE = 'packages/service/src/'
const isTest = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file)

/** Whether a file holds pure decisions.
 * @param {string} file */
export const isRules = (file) => file.endsWith('-rules.ts')
const isStore = (/** @type {string} */ file) => /(-store|\/outbox)\.ts$/.test(file)

/** Whether a specifier names one of some packages, or a file of one.
 * @param {string} specifier
 * @param {readonly string[]} names */
const isOf = (specifier, names) =>
  names.some(
    (name) =>
      specifier === name || specifier.startsWith(`${name}/`) || (name === 'node:' && specifier.startsWith(name)),
  )

/** The folder of the workspace that a file belongs to.
 * @param {string} file */
const memberOf = (file) => /^(packages\/[^/]+|[^/]+)\//.exec(file)?.[1]

/** Why a file may not import another by its path; null where it may.
 * @param {Import} import_
 * @param {import('./floors.js').Area} area */
const refusedOfPath = ({ from, specifier, isType }, area) => {
  const to = posix.join(posix.dirname(from), specifier)
  if (memberOf(to) !== memberOf(from)) return `Import a package by its name. ${area.why}`
  const isZodFree = from.startsWith('packages/contract/src/') && ZOD_FREE.includes(posix.basename(from))
  return isZodFree && !isType && !ZOD_FREE.includes(posix.basename(to))
    ? 'Browsers import this file: free of zod, so it imports nothing but types.'
    : null
}

/** Why a package may not import what it does; null where it may.
 * @param {Import} import_ */
export const refusedOfPackage = (import_) => {
  const { from, specifier, isType } = import_
  const area = AREAS.findLast(({ files }) => files.test(from))
  if (area === undefined) return null
  if (specifier.startsWith('.')) return refusedOfPath(import_, area)
  const isOurs = isOf(specifier, ['@coinslot'])
  if (!isOurs && isOf(specifier, area.refuses ?? [])) return area.why
  const known = isOurs ? area.knows.map((name) => `@coinslot/${name}`) : area.outside
  if (known !== undefined && !isOf(specifier, known)) return isType && area.typesOfAll ? null : area.why
  return !isType && (area.typesOnly ?? []).includes(specifier) ? area.why : null
}

/** The room of a file of the service; its own name where it stands in none.
 * @param {string} file */
const roomOf = (file) => file.slice(SERVICE.length).split('/')[0] ?? ''

/** Why a room of the service may not import what it does; null where it may.
 * @param {Import} import_ */
export const refusedOfRoom = ({ from, specifier }) => {
  if (!from.startsWith(SERVICE) || isTest(from) || !specifier.startsWith('.')) return null
  const to = posix.join(posix.dirname(from), specifier)
  if (!to.startsWith(SERVICE)) return null
  const [own, other] = [roomOf(from), roomOf(to)]
  if (own === other || floorOf(own) > floorOf(other)) return null
  return floorOf(own) === floorOf(other)
    ? `${own} and ${other} stand on one floor: rooms of one floor never import each other.`
    : `${other} stands above ${own}: a room imports lower floors only.`
}

/** Whether a file may ask the database: whatever stands outside the service's rooms, tests, stores and the room `db`.
 * @param {string} file */
export const mayQuery = (file) =>
  !file.startsWith(SERVICE) || isTest(file) || isStore(file) || file.startsWith(`${SERVICE}db/`)

/** Why a kind of file of the service may not import what it does; null where it may.
 * @param {Import} import_ */
export const refusedOfKind = ({ from, specifier, isType }) => {
  if (!from.startsWith(SERVICE) || isTest(from)) return null
  if (isOf(specifier, SQL_PACKAGES)) {
    return isType || mayQuery(from) ? null : 'SQL stands in stores and migrations, and nowhere else.'
  }
  if (isRules(from)) {
    return isRules(specifier) || isOf(specifier, ['@coinslot/contract', ...PURE_PACKAGES])
      ? null
      : 'Rules are pure: they import the contract, other rules and pure libraries. Time, randomness and rows come in as arguments.'
  }
  if (isStore(from)) {
    if (/(^|[/-])routes\.ts$|\/(app|deps)\.ts$|(^|\/)http\/|^fastify$/.test(specifier))
      return 'routes → store, never back.'
    if (/^@coinslot\/(?!contract(\/|$))/.test(specifier)) return 'A store knows the contract and the database.'
  }
  return null
}
