import { readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The Node that the workspace brings as a dev dependency.
 * @param {string} root */
export const workspaceNode = (root) =>
  join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The environment of everything that runs in the workspace: its own Node and its packages' tools come first.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} */
export const workspaceEnvironment = (root, env) => {
  const packages = readdirSync(join(root, 'packages'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const folders = ['.', 'e2e', 'demo', ...packages.map((entry) => join('packages', entry.name))]
  const path = [
    join(root, 'node_modules', 'node', 'bin'),
    ...folders.map((folder) => join(root, folder, 'node_modules', '.bin')),
    ...(env['PATH'] ?? '').split(delimiter).filter((entry) => entry !== ''),
  ]
  const direct = withoutProxy(env)
  return { ...withoutNpm(env), PATH: [...new Set(path)].join(delimiter), no_proxy: direct, NO_PROXY: direct }
}

/** What the workspace starts talks to itself, which no proxy of the user's could reach (`NODE_USE_ENV_PROXY`).
 * @param {NodeJS.ProcessEnv} env */
const withoutProxy = (env) => {
  const given = env['no_proxy'] || env['NO_PROXY']
  return given === '*' ? given : [given, 'localhost', '127.0.0.1', '[::1]'].filter(Boolean).join(',')
}

// npm tells its scripts of its own settings in variables that pnpm and nested npm warn of. Those that choose a registry,
// a proxy or a cache are the user's and stay.
const KEPT = /^npm_config_(.*registry|.*proxy|cafile|ca|strict_ssl|cache|userconfig|offline|prefer_offline|nodedir)$/i

/** @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv} */
export const withoutNpm = (env) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name) || KEPT.test(name)))
