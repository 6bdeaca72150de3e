import { expect, test } from 'vitest'
import { withinShares } from './merchant-share.ts'

const wanting = (merchantId: string, ...capacities: readonly number[]) =>
  capacities.map((capacity) => ({ merchantId, capacity }))
const capacitiesOf = (wanted: ReturnType<typeof wanting>) => wanted.map(({ capacity }) => capacity)

test('a merchant that wants less than half of what is free has it', () => {
  const wanted = [...wanting('ada', 8, 128), ...wanting('eve', 256, 256)]
  expect(withinShares(wanted, { free: 1_024, inFlight: new Map() })).toEqual(wanted)
})

test('one that wants more has half of what no other holds, in parts', () => {
  const all = { free: 1_024, inFlight: new Map() }
  expect(capacitiesOf(withinShares(wanting('eve', 512, 256, 256), all))).toEqual([256, 128, 128])
  const some = { free: 512, inFlight: new Map([['eve', 100]]) }
  expect(capacitiesOf(withinShares(wanting('eve', 824), some))).toEqual([206])
  expect(capacitiesOf(withinShares(wanting('ada', 824), some))).toEqual([256])
})

test('each subscription may start one while there is any room, and none where there is not', () => {
  const [last, none] = [511, 512].map((held) => ({ free: 1_024 - held, inFlight: new Map([['eve', held]]) }))
  if (last === undefined || none === undefined) throw new Error('unreachable')
  const wanted = [...wanting('eve', 8, 8), ...wanting('ada', 8)]
  expect(capacitiesOf(withinShares(wanted, last))).toEqual([1, 1, 8])
  expect(withinShares(wanted, none)).toEqual(wanting('ada', 8))
})
