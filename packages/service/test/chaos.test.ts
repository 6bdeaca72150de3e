import { expect, test } from 'vitest'
import { runChaos } from '../chaos/chaos.ts'
import { testDatabase } from './databases.ts'

/** The long run is `npm run chaos`. */
const LASTS_MS = 15_000

test.runIf(testDatabase === 'postgres')(
  'three processes under load and faults keep all that they told anybody',
  async () => {
    const { findings, acknowledged } = await runChaos({ lastsMs: LASTS_MS, seed: 3, say: () => undefined })
    expect(findings.filter(({ broken }) => broken.length > 0)).toEqual([])
    expect(acknowledged).toBeGreaterThan(0)
  },
  400_000,
)
