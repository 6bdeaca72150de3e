interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy }
  }
}

const rules: ScriptUrlPolicy = { createScriptURL: (url) => url }
let policy: ScriptUrlPolicy | undefined

/**
 * The address in the form that a page with Trusted Types takes.
 * @throws {TypeError} where the page's CSP does not list a policy named `coinslot`
 */
export const trustedUrl = (url: string): string =>
  (policy ??= window.trustedTypes?.createPolicy('coinslot', rules) ?? rules).createScriptURL(url)
