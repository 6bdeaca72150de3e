import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { CsvPlaces } from './csv-places.ts'

const newAnswer = () => new ServerResponse(new IncomingMessage(new Socket()))

test('the attack of files that are asked for and never taken ends at the fifth of a session, until one is', () => {
  const places = new CsvPlaces()
  const answers = Array.from({ length: 4 }, newAnswer)
  for (const answer of answers) places.hold('eve', answer)
  expect(() => places.hold('eve', newAnswer())).toThrow(expect.objectContaining({ status: 429 }))
  places.hold('ada', newAnswer())
  answers[0]?.emit('close')
  places.hold('eve', newAnswer())
  expect(() => places.hold('eve', newAnswer())).toThrow(expect.objectContaining({ status: 429 }))
})
