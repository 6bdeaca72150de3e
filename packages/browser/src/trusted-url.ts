declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy }
  }
}

interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}

let policy: ScriptUrlPolicy | undefined

/**
 * The address in the form that a page with Trusted Types takes.
 * @throws {TypeError} where the page's CSP does not list a policy named `coinslot`
 */
export const trustedUrl = (url: string): string => {
  const createScriptURL = (url: string) => url
  policy ??= window.trustedTypes?.createPolicy('coinslot', { createScriptURL }) ?? { createScriptURL }
  return policy.createScriptURL(url)
}
