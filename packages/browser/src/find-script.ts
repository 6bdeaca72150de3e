import type { WidgetManifest } from '@coinslot/contract/widget'
import { CoinslotError, loadError } from './errors.ts'
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

const answers = new Map<string, Promise<Answer>>()
/** Has the next call ask the backend again. */
export const forgetManifests = (): void => answers.clear()

const ask = async (url: string, cache: RequestCache): Promise<Answer> => {
  const response = await fetch(url, { cache }).catch((cause: unknown) => {
    throw loadError('manifest_unreachable', url, cause)
  })
  if (!response.ok) throw loadError('manifest_unreachable', `${url} ${response.status}`)
  return response.json()
}

const answerOf = (source: ManifestSource | undefined, cache: RequestCache) => {
  if (typeof source === 'function') return source()
  if (typeof source !== 'string' && !(source instanceof URL)) return source
  const { href: url } = new URL(source, location.href)
  const answer = answers.get(url) ?? ask(url, cache)
  answers.set(url, answer)
  return answer
}

/**
 * Asks for the manifest and reads it.
 * @throws manifest_unreachable, manifest_invalid
 */
export const findScript = async (
  { manifest, scriptBase = location.href }: Partial<ManifestOptions>,
  cache: RequestCache,
): Promise<WidgetScript> => {
  let cause
  try {
    const answer = await answerOf(manifest, cache)
    const { data = answer, script_url } = own<Answer>(answer)
    const { file_name, integrity } = own<Answer>(data)
    const { href: url } = new URL(`${script_url ?? file_name}`, scriptBase)
    const digest = `${own(integrity).digest}`
    if (url.startsWith('http') && /^sha384-[\w+/]{64}$/.test(digest)) return { url, integrity: digest }
  } catch (error) {
    if (error instanceof CoinslotError) throw error
    cause = error
  }
  throw loadError('manifest_invalid', '', cause)
}
