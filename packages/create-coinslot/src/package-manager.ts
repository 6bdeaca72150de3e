/** What installs a shop and runs its scripts. Yarn of before 2 is `yarn` as well, and keeps packages in `node_modules` by itself. */
export interface PackageManager {
  readonly name: 'npm' | 'pnpm' | 'yarn' | 'bun'
  readonly major: number
}

const KNOWN = ['npm', 'pnpm', 'yarn', 'bun'] as const

/** @param agent of the variable `npm_config_user_agent`, which package managers set for what they run; npm where there is none */
export const managerOf = (agent: string | undefined): PackageManager => {
  const [, given, major] = /^(\w+)\/(\d+)/.exec(agent ?? '') ?? []
  const name = KNOWN.find((each) => each === given)
  return name === undefined ? { name: 'npm', major: 0 } : { name, major: Number(major) }
}

/** Yarn leaves `node_modules` out unless it is told otherwise; Next.js does not start without. */
export const settingsOf = ({ name, major }: PackageManager): Record<string, string> =>
  name === 'yarn' && major > 1 ? { '.yarnrc.yml': 'nodeLinker: node-modules\n' } : {}
