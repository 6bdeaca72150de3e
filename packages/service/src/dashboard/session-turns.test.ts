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
  const told = expect.objectContaining({
    status: 429,
    message: 'This session has asked for too much at once; wait a little',
    headers: { 'retry-after': '1' },
  })
  expect(refused).toEqual(Array.from({ length: 38 }, () => told))
  expect(begun).toBe(62)
  expect(await turns.during('eve', async () => 'again')).toBe('again')
})

test('the attack of a session that has one thing read after another beside two slow ones waits for its turn', async () => {
  const turns = new SessionTurns()
  let underWay = 0
  let most = 0
  let goOn = (): void => {}
  const isOn = new Promise<void>((resolve) => (goOn = resolve))
  const slow = async () => {
    most = Math.max(most, (underWay += 1))
    await isOn
    underWay -= 1
  }
  const first = turns.during('eve', slow)
  await turns.during('eve', async () => {})
  const rest = Promise.all([turns.during('eve', slow), turns.during('eve', slow)])
  await turns.during('ada', async () => {})
  goOn()
  await Promise.all([first, rest])
  expect(most).toBe(2)
})
