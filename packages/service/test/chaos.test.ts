import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteForFailures } from '@coinslot/tooling/failures'
import { expect, test } from 'vitest'
import { runChaos } from '../chaos/chaos.ts'
import { testDatabase } from './databases.ts'

/** The long run is `npm run chaos`. */
const LASTS_MS = 15_000
/** Begins with a failover to a standby and a kill -9. */
const SEED = 1_474

test.runIf(testDatabase === 'postgres')(
  'three processes under load and faults keep all that they told anybody',
  async () => {
    const results = await mkdtemp(join(tmpdir(), 'coinslot-chaos-'))
    for (const name of ['process-1.log', 'process-2.log', 'process-3.log'])
      noteForFailures({ name, text: () => readFileSync(join(results, name), 'utf8') })
    const say = () => undefined
    const { findings, acknowledged, faults } = await runChaos({ lastsMs: LASTS_MS, seed: SEED, results, say })
    expect([...faults.keys()]).toContain('failover to a standby')
    expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
    await rm(results, { recursive: true })
  },
  400_000,
)
