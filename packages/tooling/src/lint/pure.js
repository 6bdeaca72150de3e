/** What a file may not touch that only decides: the world, its clock, chance. */
const WORLD = [
  'process',
  'globalThis',
  'fetch',
  'crypto',
  'performance',
  'console',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
  'window',
  'document',
  'navigator',
  'localStorage',
  'sessionStorage',
]
const WHY = 'Rules are pure: time, randomness and rows come in as arguments.'

/** Keeps `*-rules.ts` pure: no world, no clock, no chance, nothing to wait for, nothing that changes.
 * @param {(file: string) => boolean} isRules
 * @param {(context: any) => string} fileOf */
export const pureRule = (isRules, fileOf) => ({
  create: (/** @type {any} */ context) => {
    if (!isRules(fileOf(context))) return {}
    const refuse = (/** @type {any} */ node) => context.report({ node, message: WHY })
    const refuseAsync = (/** @type {any} */ node) => (node.async ? refuse(node) : undefined)
    return {
      Program: () => {
        const { globalScope } = context.sourceCode.scopeManager
        for (const { identifier } of globalScope.through) if (WORLD.includes(identifier.name)) refuse(identifier)
      },
      'Program > VariableDeclaration[kind!="const"]': refuse,
      'Program > ExportNamedDeclaration > VariableDeclaration[kind!="const"]': refuse,
      'NewExpression[callee.name="Date"][arguments.length=0]': refuse,
      'CallExpression[callee.name="Date"]': refuse,
      'MemberExpression[object.name="Date"][property.name="now"]': refuse,
      'MemberExpression[object.name="Math"][property.name="random"]': refuse,
      FunctionDeclaration: refuseAsync,
      FunctionExpression: refuseAsync,
      ArrowFunctionExpression: refuseAsync,
      AwaitExpression: refuse,
    }
  },
})
