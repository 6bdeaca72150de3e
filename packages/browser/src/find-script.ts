import type { ManifestAnswer, WidgetManifest } from '@coinslot/contract/widget'
import { type CoinslotError, loadError, type LoadErrorCode, type RefusedAnswer } from './errors.ts'
import { fromSource } from './from-source.ts'
import { once } from './once.ts'
import { own } from './own.ts'

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
  /** The merchant's public client id, where the backend tells it. */
  readonly clientId: string | undefined
}

type UncheckedManifest = Partial<ManifestAnswer & WidgetManifest>

const isAddress = (manifest: unknown): manifest is string | URL =>
  typeof manifest === 'string' || manifest instanceof URL

const fetchManifest = async (url: string, init: RequestInit): Promise<UncheckedManifest> => {
  const response = await fetch(url, init)
  if (response.ok) return response.json()
  const { status } = response
  throw loadError('manifest_unreachable', `${url} ${status}`, { status } satisfies RefusedAnswer)
}

/** @throws Error where the answer does not name a script at an address, with its digest. */
const readAnswer = (answer: UncheckedManifest | undefined, scriptBase: string | URL): WidgetScript => {
  const { data = answer, script_url, client_id: clientId } = own(answer)
  const { file_name, integrity } = own<UncheckedManifest>(data)
  const url = new URL(`${script_url ?? file_name}`, scriptBase).href
  const digest = `${integrity?.digest}`
  if (/^http\S+ sha384-[\w+/]{64}$/.test(`${url} ${digest}`)) return { url, integrity: digest, clientId }
  throw new Error(digest)
}

/**
 * Asks for the manifest and reads it.
 * @throws manifest_unreachable, manifest_invalid
 */
export const findScript = async (
  { manifest, scriptBase }: Partial<ManifestOptions>,
  init: RequestInit & { readonly signal: AbortSignal },
): Promise<WidgetScript> => {
  let from = ''
  let code: LoadErrorCode = 'manifest_unreachable'
  try {
    const answer = await (isAddress(manifest)
      ? once((from = new URL(manifest, document.baseURI).href), '', init.signal, () => fetchManifest(from, init))
      : fromSource(manifest))
    code = 'manifest_invalid'
    return readAnswer(answer, scriptBase ?? location.href)
  } catch (cause) {
    // Another caller may have aborted the request that both waited for: to this one the manifest is unreachable.
    if ((cause as Partial<CoinslotError> | undefined)?.code === code) throw cause
    // By name: in WebKit, JSON that cannot be read is a DOMException.
    if ((cause as Error | undefined)?.name === 'SyntaxError') code = 'manifest_invalid'
    throw loadError(code, `${from} ${cause}`, cause)
  }
}
