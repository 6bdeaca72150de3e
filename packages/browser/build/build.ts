import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './bundle.ts'
import { writeElementsManifest } from './elements-manifest.ts'
import { writeScriptTag } from './script-tag.ts'

rmSync(join(ROOT, 'dist'), { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: ROOT, stdio: 'inherit' })
if (status === 0) {
  await writeScriptTag()
  await writeElementsManifest()
}
process.exitCode = status ?? 1
