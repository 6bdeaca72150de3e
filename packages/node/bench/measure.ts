import { Session } from 'node:inspector/promises'
import type { Call } from './contenders.ts'

const CONCURRENCY = 16

/** Calls per second, `CONCURRENCY` at once. */
export const rate = async (call: Call, calls: number): Promise<number> => {
  let left = calls
  const caller = async () => {
    while (left-- > 0) await call()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: CONCURRENCY }, caller))
  return calls / ((performance.now() - startedAt) / 1000)
}

interface Node {
  readonly selfSize: number
  readonly children: readonly Node[]
}
const sizeOf = (node: Node): number => node.children.reduce((sum, child) => sum + sizeOf(child), node.selfSize)

/** Bytes allocated per call, garbage included, by the sampling heap profiler. */
export const allocations = async (call: Call, calls: number): Promise<number> => {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.startSampling', {
    samplingInterval: 4096,
    includeObjectsCollectedByMajorGC: true,
    includeObjectsCollectedByMinorGC: true,
  })
  await rate(call, calls)
  const { profile } = await session.post('HeapProfiler.stopSampling')
  session.disconnect()
  return sizeOf(profile.head) / calls
}
