import '@awesome.me/webawesome/dist/components/icon/icon.js'
import { registerIconLibrary } from '@awesome.me/webawesome/dist/webawesome.js'
import { html, type TemplateResult } from 'lit'
import sprite from 'virtual:icon-sprite'
import type { IconName } from './icon-names.ts'

/** Without a view box the drawing is as wide as any picture whose size is not known, and lies over what is beside it. */
const giveSize = (svg: SVGElement): void => svg.setAttribute('viewBox', '0 0 24 24')

/** Every icon comes from our own file: the library's own would be fetched from elsewhere. */
export const useOwnIcons = (): void => {
  for (const library of ['default', 'system']) {
    registerIconLibrary(library, { resolver: (name) => `${sprite}#${name}`, spriteSheet: true, mutator: giveSize })
  }
}

/** An icon that says nothing by itself. */
export const icon = (name: IconName): TemplateResult => html`<wa-icon name=${name}></wa-icon>`
