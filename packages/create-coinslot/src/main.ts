import { readFile } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import { composeShop } from './compose-shop.ts'
import { nameOf } from './name-of.ts'
import { nextSteps } from './next-steps.ts'
import { managerOf, settingsOf } from './package-manager.ts'
import { completeChoice, readAsked, USAGE, UsageError } from './read-choice.ts'
import type { Templates } from './templates.ts'
import { writeShop } from './write-shop.ts'

const readJson = async <T>(path: string): Promise<T> =>
  JSON.parse(await readFile(new URL(path, import.meta.url), 'utf8'))

const create = async (): Promise<void> => {
  const asked = readAsked(process.argv.slice(2))
  if (asked === null) return console.log(USAGE)
  const choice = await completeChoice(asked, process.stdin, process.stdout)
  const folder = resolve(asked.folder)
  const [templates, { version }] = await Promise.all([
    readJson<Templates>('./templates.json'),
    readJson<{ version: string }>('../package.json'),
  ])
  const manager = managerOf(process.env['npm_config_user_agent'])
  const shop = composeShop(templates, choice, { name: nameOf(folder), version })
  await writeShop(folder, { ...shop, ...settingsOf(manager) })
  console.log(nextSteps(folder, relative(process.cwd(), folder), manager.name))
}

await create().catch((error: unknown) => {
  console.error(`create-coinslot: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = error instanceof UsageError ? 2 : 1
})
