import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as lucide from 'lucide'
import type { Plugin } from 'vite'
import { ICONS } from '../src/ui/icon-names.ts'

const MODULE = 'virtual:icon-sprite'

const attributesOf = (attributes: Readonly<Record<string, unknown>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${String(value)}"`)
    .join('')

const symbolOf = (name: string, icon: lucide.IconNode): string => {
  const shapes = icon.map(([tag, attributes]) => `<${tag}${attributesOf(attributes)}/>`).join('')
  const stroke = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
  return `<symbol id="${name}" viewBox="0 0 24 24" ${stroke}>${shapes}</symbol>`
}

const sprite = (): string => {
  const icons = lucide.icons as Readonly<Record<string, lucide.IconNode | undefined>>
  const symbols = Object.entries(ICONS).map(([name, source]) => {
    const icon = icons[source]
    if (icon === undefined) throw new Error(`lucide has no icon ${source}`)
    return symbolOf(name, icon)
  })
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}

const license = (): string => {
  const manifest = createRequire(import.meta.url).resolve('lucide/package.json')
  return readFileSync(join(dirname(manifest), 'LICENSE'), 'utf8')
}

/**
 * Makes one file of the icons that the pages name, and one of their licence; `virtual:icon-sprite` is the address of the
 * first.
 */
export const iconSprite = (): Plugin => ({
  name: 'icon-sprite',
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
  load(id) {
    if (id !== `\0${MODULE}`) return null
    this.emitFile({ type: 'asset', fileName: 'licenses-icons.md', source: license() })
    const file = this.emitFile({ type: 'asset', name: 'icons.svg', source: sprite() })
    return `export default import.meta.ROLLUP_FILE_URL_${file}`
  },
})
