import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import type { Config } from '../platform/config.ts'
import { addDataDisk } from './data-disk.ts'
import { createMetrics } from './metrics.ts'

const bytesOf = async (database: Config['database']): Promise<Record<string, number>> => {
  const { registry } = createMetrics()
  addDataDisk(registry, { database })
  const measured = (await registry.metrics()).matchAll(/coinslot_data_disk_bytes\{state="(\w+)"\} (\S+)/g)
  return Object.fromEntries([...measured].map(([, state, bytes]) => [state, Number(bytes)]))
}

test.runIf(process.platform === 'linux')('the disk of the data folder has the size that df tells', async () => {
  const { free = 0, total } = await bytesOf({ kind: 'embedded', dataDir: tmpdir() })
  const [, size] = execFileSync('df', ['--block-size=1', '--output=size', tmpdir()], { encoding: 'utf8' }).split('\n')
  expect(total).toBe(Number(size))
  expect(free).toBeGreaterThan(0)
  expect(free).toBeLessThanOrEqual(Number(size))
})

test('nothing is told of a database in memory, of a server’s disk, or of a folder that is not there', async () => {
  expect(await bytesOf({ kind: 'embedded', dataDir: '' })).toEqual({})
  expect(await bytesOf({ kind: 'postgres', url: 'postgres://db.internal/coinslot', poolSize: 1 })).toEqual({})
  expect(await bytesOf({ kind: 'embedded', dataDir: '/none/of/these' })).toEqual({})
})
