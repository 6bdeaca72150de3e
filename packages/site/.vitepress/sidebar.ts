import type { DefaultTheme } from 'vitepress'

type Item = DefaultTheme.SidebarItem

const group = (text: string, folder: string, pages: Readonly<Record<string, string>>): Item => ({
  text,
  items: Object.entries(pages).map(([page, title]) => ({ text: title, link: `/${folder}/${page}` })),
})

const start = group('Start', 'start', {
  overview: 'What it is',
  'first-purchase': 'First purchase in five minutes',
})

const guides = [
  group('Your page', 'guides', {
    'script-tag': 'Script tag',
    react: 'React',
    nextjs: 'Next.js',
    vue: 'Vue',
    svelte: 'Svelte',
    lit: 'Lit',
    theming: 'Theming and languages',
    csp: 'Content security policy',
  }),
  group('Your backend', 'guides', {
    express: 'Express',
    fastify: 'Fastify',
    hono: 'Hono',
    workers: 'Workers, Deno, Bun',
    commonjs: 'CommonJS',
    'other-languages': 'Other languages',
    webhooks: 'Webhooks',
    testing: 'Testing your shop',
  }),
  group('Beyond the widget', 'guides', {
    redirect: 'Redirect mode',
    identity: 'Identity checks',
    migrating: 'Moving from another loader',
  }),
  group('In production', 'guides', {
    'going-live': 'Going live',
    operating: 'Operating the service',
    runbook: 'Runbook',
    dashboard: 'The dashboard',
    providers: 'Acquirers and providers',
  }),
]

const reference = [
  group('Reference', 'reference', { '': 'Overview' }),
  group('On the page', 'reference', {
    element: '&lt;coin-slot&gt;',
    loader: 'Loader and sessions',
    script: 'The widget’s script',
  }),
  group('On the backend', 'reference', {
    sdk: '@coinslot/node',
    'sdk-api/': 'Every export',
    service: 'HTTP API',
    events: 'Events',
  }),
  group('Values', 'reference', { errors: 'Error codes', 'test-values': 'Test cards and values', limits: 'Limits' }),
  group('The service', 'reference', {
    environment: 'Environment',
    'command-line': 'Command line',
    metrics: 'Metrics and logs',
  }),
]

const understand = group('Understand', 'understand', {
  architecture: 'Architecture',
  isolation: 'Isolation and PCI DSS',
  journeys: 'Journeys of a buyer',
  delivery: 'Delivery guarantees',
  security: 'Security model',
  performance: 'Performance',
  scale: 'Scale',
  decisions: 'Decisions',
})

const policies = group('Policies', 'policies', {
  versions: 'Versions and deprecation',
  support: 'Support',
  security: 'Reporting a vulnerability',
  changelog: 'Changelog',
})

/** Every group once, for llms.txt. */
export const allPages: readonly Item[] = [start, ...guides, ...reference, understand, policies]

export const sidebar: DefaultTheme.Sidebar = {
  '/start/': [start, ...guides.map((item) => ({ ...item, collapsed: true }))],
  '/guides/': [start, ...guides],
  '/reference/': reference,
  '/understand/': [understand, policies],
  '/policies/': [understand, policies],
}
