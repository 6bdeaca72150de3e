import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NODE_FLAGS } from './node-flags.js'

const findNode = () => {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return null
  }
}

/** Runs the script on the Node that the workspace brings, passing signals, output and the exit code through. */
export const runOnWorkspaceNode = (script, args) => {
  const node = findNode()
  if (node === null) {
    process.stderr.write(`Node ${process.versions.node} cannot run the service; install Node 22.18 or later\n`)
    process.exit(1)
  }
  // The channel closes with this process, however it ends, and tells the child to end too.
  const child = spawn(node, [...NODE_FLAGS, script, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, COINSLOT_PARENT_CHANNEL: '1' },
  })
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
