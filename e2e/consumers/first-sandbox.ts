// How long `startSandbox` of the packed testing kit takes in a process of its own, loading included, and once more in it.
// Usage, after `npm run build`: node --conditions=@coinslot/source e2e/consumers/first-sandbox.ts [STARTS]
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median } from '@coinslot/tooling/bench'
import { pack, plainEnvironment } from './project.ts'

const run = promisify(execFile)
const STARTS = Number(process.argv[2] ?? 7)

const PROGRAM = `
const began = performance.now()
const { startSandbox } = await import('@coinslot/node/testing')
const first = await startSandbox()
const firstMs = performance.now() - began
await first.stop()
const beganAgain = performance.now()
const next = await startSandbox()
console.log(JSON.stringify({ firstMs, nextMs: performance.now() - beganAgain }))
await next.stop()
`

const folder = await mkdtemp(join(tmpdir(), 'coinslot-first-'))
try {
  const dependencies = await pack(join(folder, 'tarballs'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: folder, env: plainEnvironment() })
  await writeFile(join(folder, 'start.js'), PROGRAM)
  const measured: { firstMs: number; nextMs: number }[] = []
  // What reads the files for the first time does not count.
  for (let start = 0; start <= STARTS; start += 1) {
    const { stdout } = await run(process.execPath, ['start.js'], { cwd: folder, env: plainEnvironment() })
    if (start > 0) measured.push(JSON.parse(stdout))
  }
  const msOf = (key: 'firstMs' | 'nextMs') => Math.round(median(measured.map((each) => each[key])))
  console.log(`first ${msOf('firstMs')} ms, next ${msOf('nextMs')} ms: medians of ${STARTS} processes`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
