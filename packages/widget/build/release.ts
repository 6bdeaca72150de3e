import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildScript } from './build-script.ts'
import { DIST, RELEASES } from './paths.ts'

const [{ file_name: fileName }] = await buildScript()
await copyFile(join(DIST, fileName), join(RELEASES, fileName))
