import type { MarkdownRenderer } from 'vitepress'

export const WIDE_TABLE = 'wide-table'

const NAME = /^\w+_\w+$/

/** Has each table scroll in an element of its own, and lets a name such as `COINSLOT_PORT` be broken after a low line. */
export const wideTables = ({ renderer }: MarkdownRenderer): void => {
  renderer.rules.table_open = () => `<${WIDE_TABLE}><table>\n`
  renderer.rules.table_close = () => `</table></${WIDE_TABLE}>\n`
  const { code_inline: inline } = renderer.rules
  if (inline === undefined) return
  renderer.rules.code_inline = (tokens, index, options, env, self) => {
    const name = tokens[index]?.content ?? ''
    const shown = inline(tokens, index, options, env, self)
    return NAME.test(name) ? shown.replace(`>${name}<`, `>${name.replaceAll('_', '_<wbr>')}<`) : shown
  }
}
