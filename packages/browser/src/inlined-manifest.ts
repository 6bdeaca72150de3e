import type { ManifestAnswer } from './load.ts'

/**
 * What the server wrote into the page as `<script type="application/json" id="coinslot-manifest">`. It counts only with the
 * page's own nonce: anybody who can inject inert markup can write such a block, but not the nonce.
 */
export const inlinedManifest = (nonce: string): ManifestAnswer | undefined => {
  const node = document.getElementById('coinslot-manifest')
  return nonce && node?.nonce === nonce ? JSON.parse(`${node.textContent}`) : undefined
}
