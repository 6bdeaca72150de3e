import type { MarkdownRenderer } from 'vitepress'

const LABEL = /\[(.+)\]/

/** Shows the name in ` ```ts [server.ts] ` above the block, as code groups do in their tabs. */
export const fileTitles = (markdown: MarkdownRenderer): void => {
  const fence = markdown.renderer.rules.fence
  if (fence === undefined) return
  markdown.renderer.rules.fence = (tokens, index, options, env, self) => {
    const block = fence(tokens, index, options, env, self)
    const [, name] = LABEL.exec(tokens[index]?.info ?? '') ?? []
    const inGroup = tokens.slice(0, index).findLast(({ type }) => type.startsWith('container_code-group'))
    if (name === undefined || inGroup?.type.endsWith('_open')) return block
    return `<figure class="file"><figcaption>${markdown.utils.escapeHtml(name)}</figcaption>${block}</figure>`
  }
}
