import type { WidgetManifest } from '@coinslot/contract'
import type { CallOptions } from './client-options.ts'
import type { Answer } from './answer.ts'
import type { Transport } from './transport.ts'

/** The script that shows the checkout on the merchant's page. */
export interface Widget {
  /** Reads the current script's name and digest. */
  manifest(options?: CallOptions): Promise<Answer<WidgetManifest>>
  /** The absolute URL of the script that a manifest names. */
  scriptUrl(manifest: WidgetManifest): string
}

/** @internal */
export const createWidget = (transport: Transport, scriptBaseUrl: string): Widget => ({
  manifest: (options) => transport.send('getManifest', {}, options),
  scriptUrl: (manifest) => `${scriptBaseUrl}/${manifest.file_name}`,
})
