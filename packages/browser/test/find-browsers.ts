import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface FoundBrowser {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  /** The browser, or for WebKit its driver. */
  readonly path: string
}

/** A tab of a browser. */
export interface OpenPage {
  go(url: string): Promise<void>
  /** What an expression comes to on the page; it has to be JSON. */
  read(expression: string): Promise<unknown>
  close(): Promise<void>
}

/** A browser that shows pages one by one. */
export interface OpenBrowser {
  show(url: string): Promise<OpenPage>
  close(): Promise<void>
}

const PROGRAMS = [
  {
    name: 'Chromium',
    variable: 'COINSLOT_CHROMIUM',
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  },
  { name: 'Firefox', variable: 'COINSLOT_FIREFOX', commands: ['firefox-esr', 'firefox'] },
  { name: 'WebKit', variable: 'COINSLOT_WEBKIT_DRIVER', commands: ['WebKitWebDriver'] },
] as const

const pathOf = (variable: string, commands: readonly string[]): string | undefined => {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin']
  const candidates = commands.flatMap((command) => folders.map((folder) => join(folder, command)))
  return [process.env[variable] ?? '', ...candidates].find((path) => path !== '' && existsSync(path))
}

/** The engines of this machine: named by a variable, or on the PATH. `COINSLOT_ENGINES=Chromium,…` picks among them. */
export const findBrowsers = (): FoundBrowser[] => {
  const wanted = process.env['COINSLOT_ENGINES']?.split(',')
  return PROGRAMS.filter(({ name }) => wanted?.includes(name) ?? true).flatMap(({ name, variable, commands }) => {
    const path = pathOf(variable, commands)
    return path === undefined ? [] : [{ name, path }]
  })
}
