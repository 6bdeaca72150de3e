import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { here, root } from '../steps/workspace.ts'
import { withoutNpm, workspaceEnvironment } from './environment.js'

test("the workspace's own Node and tools come before the machine's", () => {
  const path =
    workspaceEnvironment(root, { PATH: ['/usr/bin', '/bin'].join(delimiter) })['PATH']?.split(delimiter) ?? []
  expect(path[0]).toBe(here('node_modules', 'node', 'bin'))
  expect(path[1]).toBe(here('node_modules', '.bin'))
  expect(path).toContain(join(root, 'packages', 'service', 'node_modules', '.bin'))
  expect(path.slice(-2)).toEqual(['/usr/bin', '/bin'])
})

test('a machine without a PATH has one in the workspace', () => {
  expect(workspaceEnvironment(root, {})['PATH']?.split(delimiter)[0]).toBe(here('node_modules', 'node', 'bin'))
})

test.each([
  [{}, 'localhost,127.0.0.1,[::1]'],
  [{ NO_PROXY: '.corp.example' }, '.corp.example,localhost,127.0.0.1,[::1]'],
  [{ NO_PROXY: 'ignored', no_proxy: '*' }, '*'],
])('with %j what the workspace starts reaches itself without a proxy', (env, expected) => {
  // Windows knows no capitals in names, and takes the first of the two.
  expect(workspaceEnvironment(root, env)).toMatchObject({ no_proxy: expected, NO_PROXY: expected })
})

test("npm's own variables are kept from nested tools, but for where packages come from", () => {
  const env = {
    HOME: '/root',
    npm_lifecycle_event: 'test',
    npm_config_local_prefix: '/somewhere',
    npm_config_registry: 'https://packages.example',
    'npm_config_@mine:registry': 'https://mine.example',
    npm_config_https_proxy: 'http://proxy.example',
    npm_config_cache: '/cache',
  }
  expect(Object.keys(withoutNpm(env)).sort()).toEqual([
    'HOME',
    'npm_config_@mine:registry',
    'npm_config_cache',
    'npm_config_https_proxy',
    'npm_config_registry',
  ])
})
