import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { CsvPlaces } from './csv-places.ts'

/** An answer, and how its asker goes away. */
const newAnswer = () => {
  const socket = new Socket()
  const answer = new ServerResponse(new IncomingMessage(socket))
  answer.assignSocket(socket)
  return { answer, leave: () => void socket.destroy() }
}

const REFUSED = {
  status: 429,
  message: '4 files of this session are on their way; take them first',
  headers: { 'retry-after': '5' },
}
const putTogether = async () => 'a file'

test('the attack of files that are asked for and never taken ends at the fifth of a session, until one is', async () => {
  const places = new CsvPlaces()
  const ask = (session: string, answer = newAnswer().answer) => places.during(session, answer, putTogether)
  const { answer: first, leave } = newAnswer()
  await Promise.all([ask('eve', first), ask('eve'), ask('eve'), ask('eve')])
  await expect(ask('eve')).rejects.toMatchObject(REFUSED)
  expect(await ask('ada')).toBe('a file')
  leave()
  await expect.poll(() => ask('eve').catch(String), { interval: 1 }).toBe('a file')
  await expect(ask('eve')).rejects.toMatchObject(REFUSED)
})

test('a file whose asker has gone holds its place until it is put together no more, though that failed', async () => {
  const places = new CsvPlaces()
  let fail = (_error: Error): void => {}
  const failing = new Promise<string>((_resolve, reject) => (fail = reject))
  const gone = Array.from({ length: 4 }, newAnswer)
  const files = gone.map(({ answer }) => places.during('ada', answer, () => failing))
  for (const { leave } of gone) leave()
  await expect.poll(() => gone.every(({ answer }) => answer.closed), { interval: 1 }).toBe(true)
  await expect(places.during('ada', newAnswer().answer, putTogether)).rejects.toMatchObject(REFUSED)
  fail(new Error('The database is away'))
  expect((await Promise.allSettled(files)).map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await places.during('ada', newAnswer().answer, putTogether)).toBe('a file')
})
