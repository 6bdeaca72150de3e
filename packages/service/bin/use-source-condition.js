import { registerHooks } from 'node:module'

const CONDITION = '@coinslot/source'

/** In a clone, workspace packages resolve to their sources. A Node that was started with the condition needs no hook. */
export const useSourceCondition = () => {
  if (process.execArgv.includes(`--conditions=${CONDITION}`)) return
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier, { ...context, conditions: [CONDITION, ...context.conditions] }),
  })
}
