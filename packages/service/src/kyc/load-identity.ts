/**
 * The rules of names, numbers and addresses, read when somebody first gives one: they bring the numbering plans of all
 * countries, a tenth of what a start would load.
 */
export const loadIdentityRules = () => import('./identity-rules.ts')
