import { registerHooks } from 'node:module'

/** In a clone, workspace packages resolve to their sources. */
export const useSourceCondition = () => {
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier, { ...context, conditions: ['@coinslot/source', ...context.conditions] }),
  })
}
