import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WidgetManifest } from '@coinslot/contract/widget'
import { DIST } from './paths.ts'

/** One script that is served. */
export interface ScriptVersion {
  readonly file_name: string
  readonly digest: string
}

/** `dist/manifest.json`: all that the service knows of the widget. */
interface BuildManifest extends WidgetManifest {
  /** Newest first, at most 5. */
  readonly versions: readonly ScriptVersion[]
  readonly page: BuiltPage
}

export interface BuiltPage {
  /** In `dist/page`. */
  readonly html: string
  /** In `dist/page/assets`, named by content. */
  readonly assets: readonly string[]
}

interface Built {
  /** The newest first: there is always one. */
  readonly versions: readonly [ScriptVersion, ...ScriptVersion[]]
  readonly page: BuiltPage
}

export const writeManifest = async ({ versions, page }: Built): Promise<void> => {
  const [current] = versions
  const manifest: BuildManifest = {
    file_name: current.file_name,
    integrity: { digest: current.digest, type: 'sha-384' },
    versions,
    page,
  }
  await writeFile(join(DIST, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
