import type { MarkdownRenderer } from 'vitepress'

const OPTION = /(^|\s)(-[^\s]+)/g

/** Keeps `--merchant` on one line: a browser breaks after each of its hyphens, and what is read there is no option. */
export const wholeOptions = ({ renderer, utils }: MarkdownRenderer): void => {
  const { code_inline: inline } = renderer.rules
  if (inline === undefined) return
  renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const text = utils.escapeHtml(tokens[index]?.content ?? '')
    return inline(tokens, index, options, env, self).replace(text, (all) =>
      all.replaceAll(OPTION, '$1<span class="option">$2</span>'),
    )
  }
}
