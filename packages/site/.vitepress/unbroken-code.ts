import type { MarkdownRenderer } from 'vitepress'

const OPTION = /(^|\s)(-[^\s]+)/g
const CARD = /\d{4}(?: \d{4}){3}/g

/** Keeps `--merchant` and the number of a card on one line each: a browser breaks after their hyphens, and between their groups. */
export const unbrokenCode = ({ renderer, utils }: MarkdownRenderer): void => {
  const { code_inline: inline } = renderer.rules
  if (inline === undefined) return
  renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const text = utils.escapeHtml(tokens[index]?.content ?? '')
    return inline(tokens, index, options, env, self).replace(text, (all) =>
      all.replaceAll(OPTION, '$1<span class="option">$2</span>').replaceAll(CARD, '<span class="card">$&</span>'),
    )
  }
}
