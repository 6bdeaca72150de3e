import '@awesome.me/webawesome/dist/components/icon/icon.js'
import { registerIconLibrary } from '@awesome.me/webawesome/dist/webawesome.js'
import { html, type TemplateResult } from 'lit'
import sprite from 'virtual:icon-sprite'
import type { IconName } from './icon-names.ts'

/** Every icon comes from our own file: the library's own would be fetched from elsewhere. */
export const useOwnIcons = (): void => {
  for (const library of ['default', 'system']) {
    registerIconLibrary(library, { resolver: (name) => `${sprite}#${name}`, spriteSheet: true })
  }
}

/** An icon that says nothing by itself. */
export const icon = (name: IconName): TemplateResult => html`<wa-icon name=${name}></wa-icon>`
