import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { runStep } from '../steps/step.ts'
import { here } from '../steps/workspace.ts'
import { type Engine, ENGINES, findEngine, lackingPackages, saidOf } from './find.ts'

/**
 * Finds the browsers that the tests drive, and installs what is missing where that is possible: Debian's packages as
 * root, else Playwright's own Chromium. Firefox and WebKit are optional.
 * @param show where it tells what it does
 * @returns the variables that tell the tests which browsers there are, and where
 */
export const provideBrowsers = async (show: NodeJS.WritableStream): Promise<Record<string, string>> => {
  await installDebianPackages(show, (engine) => lackingPackages(engine, process.env))
  await installDebianPackages(show, (engine) =>
    engine.windowless !== undefined && findEngine(engine, process.env) === null ? engine.debianPackages : [],
  )
  const found: Record<string, string> = {}
  const names: string[] = []
  for (const engine of ENGINES) {
    const path = findEngine(engine, process.env) ?? (engine.name === 'Chromium' ? await playwrightChromium(show) : null)
    if (path !== null) {
      found[engine.variable] = path
      names.push(engine.name)
    }
    show.write(`${saidOf(engine, path)}\n`)
  }
  return { ...found, COINSLOT_ENGINES: names.join(',') }
}

const installDebianPackages = async (
  show: NodeJS.WritableStream,
  packagesOf: (engine: Engine) => readonly string[],
): Promise<void> => {
  const lacking = ENGINES.filter((engine) => packagesOf(engine).length > 0)
  if (lacking.length === 0 || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await runStep({ name: 'package lists', command: ['apt-get', 'update', '-qq'], env }, show)
  for (const engine of lacking) {
    const packages = packagesOf(engine)
    show.write(`Installing ${packages.join(' and ')} for the ${engine.name} tests\n`)
    const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
    await runStep({ name: engine.name, command: ['apt-get', ...install], env }, show)
  }
}

const playwrightChromium = async (show: NodeJS.WritableStream): Promise<string | null> => {
  const require = createRequire(here('e2e', 'package.json'))
  const { chromium }: { chromium: { executablePath(): string } } = require('playwright-core')
  if (!existsSync(chromium.executablePath())) {
    await runStep({ name: 'Playwright', command: ['playwright', 'install', 'chromium'], cwd: here('e2e') }, show)
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null
}
