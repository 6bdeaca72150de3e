import { defineConfig } from 'vitepress'
import llmstxt from 'vitepress-plugin-llms'
import { fileTitles } from './file-titles.ts'
import { unbrokenCode } from './unbroken-code.ts'
import { WIDE_TABLE, wideTables } from './wide-tables.ts'
import { NOT_FOUND, notFoundWithoutScripts, WITHOUT_SCRIPTS } from './without-scripts.ts'
import { allPages, sidebar } from './sidebar.ts'

/** What search engines, link previews and llms.txt say of the whole. */
const DESCRIPTION =
  'Sell in-game items through an embedded payment widget: packages for your backend and your page, and the service they talk to.'

/**
 * How to do a thing comes before why it is so, and both before what is made of every export and the list of what has changed.
 * The page gets this function as text: it can use nothing from around it.
 */
const preferWritten = (id: string): number => {
  if (/\/(\w+-api|changelog)\b/.test(id)) return 0.25
  return id.includes('/understand/') ? 0.5 : 1
}

export default defineConfig({
  title: 'Coinslot',
  description: DESCRIPTION,
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: '.cache',
  cleanUrls: true,
  lastUpdated: false,
  head: [
    ['link', { rel: 'icon', href: '/coin.svg', type: 'image/svg+xml' }],
    ['noscript', {}, WITHOUT_SCRIPTS],
  ],
  transformHtml: (html, _file, { page }) => (page === '404.md' ? notFoundWithoutScripts(html) : undefined),
  markdown: {
    config: (markdown) => {
      fileTitles(markdown)
      unbrokenCode(markdown)
      wideTables(markdown)
    },
    languageAlias: { csp: 'txt' },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    logo: '/coin.svg',
    search: { provider: 'local', options: { miniSearch: { searchOptions: { boostDocument: preferWritten } } } },
    nav: [
      { text: 'Start', link: '/start/first-purchase', activeMatch: '^/start/' },
      { text: 'Guides', link: '/guides/', activeMatch: '^/guides/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Understand', link: '/understand/architecture', activeMatch: '^/understand/' },
      { text: 'Policies', link: '/policies/versions', activeMatch: '^/policies/' },
    ],
    sidebar,
    outline: [2, 3],
    sidebarMenuLabel: 'Pages',
    externalLinkIcon: true,
    notFound: NOT_FOUND,
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === WIDE_TABLE } } },
  vite: {
    plugins: [llmstxt({ description: DESCRIPTION, sidebar: [...allPages] })],
  },
})
