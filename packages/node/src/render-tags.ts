import type { ManifestAnswer } from '@coinslot/contract'
import { checkedText } from './checked.ts'

/** The id of the inlined manifest's element. */
export const MANIFEST_ELEMENT_ID = 'coinslot-manifest'

export interface RenderTagsOptions {
  /** The page's Content-Security-Policy nonce. */
  readonly nonce?: string | undefined
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const attribute = (name: string, value: string): string =>
  ` ${name}="${value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')}"`

/** JSON that cannot end its own script element, nor be read as a comment. */
const inlineJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/**
 * Tags for the page's head, so that the widget's script is fetched and checked before it is asked for, and its
 * manifest needs no request: preconnect, modulepreload with integrity, and the manifest as inert JSON.
 * @throws ConfigurationError where the answer has no `script_url`, as the manifest alone has none.
 */
export const renderTags = ({ client_id, data, script_url }: ManifestAnswer, options?: RenderTagsOptions): string => {
  checkedText('script_url', script_url)
  const nonce = options?.nonce
  const withNonce = nonce == null ? '' : attribute('nonce', nonce)
  const integrity = attribute('integrity', data.integrity.digest)
  return [
    `<link rel="preconnect"${attribute('href', new URL(script_url).origin)} crossorigin="anonymous">`,
    `<link rel="modulepreload"${attribute('href', script_url)}${integrity} crossorigin="anonymous"${withNonce}>`,
    `<script type="application/json" id="${MANIFEST_ELEMENT_ID}"${withNonce}>${inlineJson({ data, script_url, client_id })}</script>`,
  ].join('\n')
}
