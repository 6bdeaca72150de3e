import type { ManifestAnswer } from './load.ts'

/** What the server wrote into the page as `<script type="application/json" id="coinslot-manifest">`. */
export const inlinedManifest = (): ManifestAnswer | undefined => {
  const node = document.getElementById('coinslot-manifest')
  return node instanceof HTMLScriptElement ? JSON.parse(node.text) : undefined
}
