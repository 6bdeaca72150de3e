import type { ManifestAnswer } from './load.ts'
import { ofDocument } from './own.ts'

/** What the server wrote into the page as `<script type="application/json" id="coinslot-manifest">`. */
export const inlinedManifest = (id = 'coinslot-manifest'): ManifestAnswer | undefined => {
  const node = ofDocument('getElementById').call(document, id)
  return node instanceof HTMLScriptElement ? JSON.parse(node.text) : undefined
}
