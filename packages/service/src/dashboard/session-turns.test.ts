import { expect, test } from 'vitest'
import { SessionTurns } from './session-turns.ts'

test('the attack of a session that reads a hundred things in one moment has two of them read, and keeps nobody else waiting', async () => {
  const turns = new SessionTurns()
  let begun = 0
  let goOn = (): void => {}
  const isOn = new Promise<void>((resolve) => (goOn = resolve))
  const read = async () => {
    begun += 1
    await isOn
  }
  const reads = Promise.allSettled(Array.from({ length: 100 }, () => turns.during('eve', read)))
  expect(await turns.during('ada', async () => begun)).toBe(2)
  goOn()
  const refused = (await reads).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 38 }, () => 429))
  expect(begun).toBe(62)
  expect(await turns.during('eve', async () => 'again')).toBe('again')
})
