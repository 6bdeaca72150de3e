interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}

/** Said of this file alone: what we declared of `Window` would stand before the declarations that a merchant has. */
declare const window: {
  readonly trustedTypes?: { createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy }
}

let service: string | undefined

/**
 * Runs scripts of that origin alone from now on, whatever manifest names another: markup that someone could plant in the
 * page, an element of their own included, then gets no script to run. Said once; to say it again changes nothing.
 * @throws {TypeError} where it is no address
 */
export const trustScriptsFrom = (origin: string | URL): void => {
  service ??= new URL(origin).origin
}

const rules: ScriptUrlPolicy = {
  createScriptURL: (url) => {
    if (service && new URL(url).origin !== service) throw new TypeError(`not from ${service}`)
    return url
  },
}
let policy: ScriptUrlPolicy | undefined

/**
 * The address in the form that a page with Trusted Types takes.
 * @throws {TypeError} where the page's CSP does not list a policy named `coinslot`, or the page trusts another origin
 */
export const trustedUrl = (url: string): string =>
  (policy ??= window.trustedTypes?.createPolicy('coinslot', rules) ?? rules).createScriptURL(url)
