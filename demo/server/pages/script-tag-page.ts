import { type Html, html } from './html.ts'
import { layout, type PageContext } from './layout.ts'

/** A page that has the script tag alone: no bundler, no code of its own. */
export const scriptTagPage = (context: PageContext): Html => layout(context, { title: 'Script tag', body: html`` })
