import { relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pureRule } from './pure.js'
import { sqlRule } from './sql.js'
import { isRules, mayQuery, refusedOfKind, refusedOfPackage, refusedOfRoom } from './who-may-import.js'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))

/** @typedef {import('./who-may-import.js').Import} Import */
/** @typedef {{ type: string, value?: unknown }} Source */
/** @typedef {{ source?: Source | null, importKind?: string, exportKind?: string, specifiers?: readonly { importKind?: string, exportKind?: string }[] }} Importing */

/** The linted file from the root of the workspace, with slashes.
 * @param {{ filename: string, settings: Record<string, any> }} context */
const fileOf = (context) => relative(context.settings['coinslot']?.root ?? ROOT, context.filename).replaceAll(sep, '/')

/** Whether a statement imports or exports types only.
 * @param {Importing} node */
const isTypeOnly = ({ importKind, exportKind, specifiers = [] }) =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type'))

/** A rule that refuses imports, of values and of types, static and dynamic.
 * @param {(import_: Import) => string | null} refused */
const importRule = (refused) => ({
  create: (/** @type {any} */ context) => {
    const from = fileOf(context)
    const check = (/** @type {any} */ source, /** @type {boolean} */ isType) => {
      if (typeof source?.value !== 'string') return
      const message = refused({ from, specifier: source.value, isType })
      if (message !== null) context.report({ node: source, message })
    }
    const statement = (/** @type {Importing} */ node) => check(node.source, isTypeOnly(node))
    return {
      ImportDeclaration: statement,
      ExportNamedDeclaration: statement,
      ExportAllDeclaration: statement,
      ImportExpression: (/** @type {any} */ node) => check(node.source, false),
      TSImportType: (/** @type {any} */ node) => check(node.source, true),
      TSExternalModuleReference: (/** @type {any} */ node) => check(node.expression, false),
    }
  },
})

/** Our own rules for oxlint; what they ask stands in `floors.js`. */
export default {
  meta: { name: 'coinslot' },
  rules: {
    packages: importRule(refusedOfPackage),
    floors: importRule(refusedOfRoom),
    kinds: importRule(refusedOfKind),
    'pure-rules': pureRule(isRules, fileOf),
    'sql-in-stores': sqlRule(mayQuery, fileOf),
  },
}
