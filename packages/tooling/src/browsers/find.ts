import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'

/** A program that the tests can drive, and where machines keep it. */
export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  /** Names a file; overrides the search. */
  readonly variable: string
  readonly commands: readonly string[]
  readonly paths: readonly string[]
  /** Further programs without which the tests cannot drive it. */
  readonly companions: readonly string[]
  readonly debianPackages: readonly string[]
  /** The same engine without windows, which shows the same pages in half of the time: taken before any other. */
  readonly windowless?: { readonly command: string; readonly debianPackage: string }
}

export const ENGINES: readonly Engine[] = [
  {
    name: 'Chromium',
    variable: 'COINSLOT_CHROMIUM',
    commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    paths: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    ],
    companions: [],
    debianPackages: ['chromium'],
    windowless: { command: 'chromium-headless-shell', debianPackage: 'chromium-headless-shell' },
  },
  {
    name: 'Firefox',
    variable: 'COINSLOT_FIREFOX',
    commands: ['firefox-esr', 'firefox'],
    paths: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    companions: [],
    debianPackages: ['firefox-esr'],
  },
  {
    name: 'WebKit',
    variable: 'COINSLOT_WEBKIT_DRIVER',
    commands: ['WebKitWebDriver'],
    paths: [],
    companions: ['Xvfb'],
    debianPackages: ['webkit2gtk-driver', 'xvfb'],
  },
]

/** Where a program is: its variable, the PATH, then its usual places. Null where it is nowhere. */
export const findEngine = (
  engine: Engine,
  env: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean = existsSync,
): string | null => {
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin'].filter((folder) => folder !== '')
  const placesOf = (command: string) => folders.map((folder) => join(folder, command))
  if (!engine.companions.every((command) => placesOf(command).some((path) => exists(path)))) return null
  const named = env[engine.variable]
  if (named !== undefined && named !== '') return exists(named) ? named : null
  const commands = engine.windowless === undefined ? engine.commands : [engine.windowless.command, ...engine.commands]
  return [...commands.flatMap(placesOf), ...engine.paths].find((path) => exists(path)) ?? null
}

/** The Debian packages that would find it where nothing does, or find it without windows. */
export const lackingPackages = (
  engine: Engine,
  env: Readonly<Record<string, string | undefined>>,
  exists: (path: string) => boolean = existsSync,
): readonly string[] => {
  const found = findEngine(engine, env, exists)
  if (engine.windowless === undefined) return found === null ? engine.debianPackages : []
  const { command, debianPackage } = engine.windowless
  const isNamed = (env[engine.variable] ?? '') !== ''
  return found !== null && (isNamed || basename(found) === command) ? [] : [debianPackage]
}

/** What a run says of an engine. Without Chromium hardly a page can be tested; the tests of the others are left out where they are. */
export const saidOf = ({ name, variable }: Engine, path: string | null): string => {
  if (path !== null) return `${name}: ${path}`
  if (name !== 'Chromium') return `${name}: not found, its tests are left out`
  return `${name}: not found, and its tests will fail. Install it, or name it in ${variable}; npm test -- --portable needs none`
}
