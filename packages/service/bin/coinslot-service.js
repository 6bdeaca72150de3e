#!/usr/bin/env node
import './process-settings.js'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runOnWorkspaceNode } from './run-on-workspace-node.js'

const source = new URL('../src/main.ts', import.meta.url)
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isNode22OrLater = (from) => major > 22 || (major === 22 && minor >= from)
const readsTypeScript = isNode22OrLater(18)
/** The lowest that package.json names: from there on Node has SQLite, by which a data folder is locked. */
const runsService = isNode22OrLater(13)

// Started by an older Node, this process ends with the one that started it.
if (process.env.COINSLOT_PARENT_CHANNEL === '1' && process.channel !== undefined) {
  delete process.env.COINSLOT_PARENT_CHANNEL
  process.channel.unref()
  process.once('disconnect', () => process.exit(1))
}

if (!existsSync(source) && !runsService) {
  console.error(`The service needs Node 22.13 or later; this is Node ${process.versions.node}`)
  process.exitCode = 1
} else if (!existsSync(source)) {
  await import('../dist/js/main.js')
} else if (readsTypeScript) {
  const { useSourceCondition } = await import('./use-source-condition.js')
  useSourceCondition()
  await import(source.href)
} else {
  runOnWorkspaceNode(fileURLToPath(import.meta.url), process.argv.slice(2))
}
