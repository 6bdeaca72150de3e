#!/usr/bin/env node
// Plain enough for an old Node to say what it lacks.
const LOWEST = [22, 18]
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > LOWEST[0] || (major === LOWEST[0] && minor >= LOWEST[1])) {
  await import('../dist/main.js')
} else {
  console.error(`create-coinslot: Node ${LOWEST.join('.')} or later is needed, this is ${process.versions.node}`)
  process.exitCode = 1
}
