import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const packageFolder = fileURLToPath(new URL('../../', import.meta.url))
const readme = await readFile(join(packageFolder, 'README.md'), 'utf8')

const page = (name: string): Promise<string> =>
  readFile(join(packageFolder, '..', 'site', 'pages', `${name}.md`), 'utf8')

/** The manual's page of error codes. */
export const errorsPage = await page('reference/errors')

/** Where the examples are written to, inside the package, so that its name and its dependencies resolve. */
export const examplesFolder = join(packageFolder, '.readme')

const TITLED = /^```ts title="([^"]+)"\n(.*?)^```$/gms

/** Titles and texts of the README's examples. */
export const examples = new Map([...readme.matchAll(TITLED)].map(([, title = '', text = '']) => [title, text]))

/** The manual's example that needs a database to be tried on. */
export const EVENT_STORE = 'event-store.ts'
const webhooks = await page('guides/webhooks')
const [, eventStore = ''] = /^```ts \[event-store\.ts\]\n(.*?)^```$/ms.exec(webhooks) ?? []

/** What a project may export of ours, so that its own declarations have to name it. */
const exported = `import { coinslotExpress } from '@coinslot/node/express'
import { coinslotFastify } from '@coinslot/node/fastify'
import { client, handler } from './shop.ts'

export const middleware = coinslotExpress(handler)
export const plugin = coinslotFastify(handler)
export const deliveries = (id: string) => client.subscriptions.deliveries(id)
`

/** The body of the request that the manual shows. */
export const [, shownWebhook = ''] = /^```http\n.*?\n\n(.*?)^```$/ms.exec(webhooks) ?? []

/** Every fenced block of code, titled or not. */
export const fences = readme.match(/^```\w+.*$/gm) ?? []

export const writeExamples = async (): Promise<void> => {
  await rm(examplesFolder, { recursive: true, force: true })
  const files = [...examples, [EVENT_STORE, eventStore], ['exported.ts', exported]] as const
  for (const [title, text] of files) {
    const path = join(examplesFolder, title)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  }
  const config = { extends: '../../../tsconfig.base.json', compilerOptions: { types: ['node'] }, include: ['**/*.ts'] }
  await writeFile(join(examplesFolder, 'tsconfig.json'), JSON.stringify(config))
  const declared = { extends: './tsconfig.json', compilerOptions: { declaration: true }, include: ['exported.ts'] }
  await writeFile(join(examplesFolder, 'declared.json'), JSON.stringify(declared))
}

/** Runs an example and gives what it exports. */
export const runExample = (title: string): Promise<unknown> => import(pathToFileURL(join(examplesFolder, title)).href)
