import type { WidgetManifest } from '@coinslot/contract/widget'
import { loadError } from './errors.ts'
import { once } from './once.ts'
import { own } from './own.ts'

/** What the merchant's backend answers at `GET {base}/manifest`. */
export interface ManifestAnswer {
  readonly data: WidgetManifest
  /** Absolute address of the script. */
  readonly script_url?: string
}

/** An address that answers with a manifest, the manifest, or a function that gives it and is called for every attempt. */
export type ManifestSource =
  | string
  | URL
  | ManifestAnswer
  | WidgetManifest
  | (() => ManifestAnswer | WidgetManifest | Promise<ManifestAnswer | WidgetManifest>)

export interface ManifestOptions {
  readonly manifest: ManifestSource
  /** Where the scripts are, for a manifest that comes without `script_url`: `https://service.example/widget/`. */
  readonly scriptBase?: string | URL | undefined
}

/** The script that a manifest names. */
export interface WidgetScript {
  /** Absolute address. */
  readonly url: string
  /** `sha384-` and the digest. */
  readonly integrity: string
}

type Answer = Partial<ManifestAnswer & WidgetManifest>

/**
 * Asks for the manifest and reads it.
 * @throws manifest_unreachable, manifest_invalid
 */
export const findScript = async (
  { manifest, scriptBase = location.href }: Partial<ManifestOptions>,
  init: RequestInit,
): Promise<WidgetScript> => {
  let answer: Answer | undefined
  let from = ''
  let valid = false
  try {
    if (typeof manifest === 'string' || manifest instanceof URL) {
      const request = new Request(manifest, init)
      from = request.url
      answer = await once(from, '', request.signal, async (): Promise<Answer> => {
        const response = await fetch(request)
        if (!response.ok) throw response.status
        return response.json()
      })
    } else answer = await (typeof manifest === 'function' ? manifest() : manifest)
    valid = true
    const { data = answer, script_url } = own(answer)
    const { file_name, integrity } = own<Answer>(data)
    const url = new URL(`${script_url ?? file_name}`, scriptBase).href
    const digest = `${integrity?.digest}`
    if (/^http\S+ sha384-[\w+/]{64}$/.test(`${url} ${digest}`)) return { url, integrity: digest }
    throw digest
  } catch (cause) {
    const detail = `${from} ${cause}`
    const invalid = valid || /Syntax/.test(detail)
    throw loadError(invalid ? 'manifest_invalid' : 'manifest_unreachable', detail, cause)
  }
}
