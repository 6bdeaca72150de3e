import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { sendCsv } from './csv.ts'

const PAGE = Array.from({ length: DASHBOARD_LIMITS.pageMax }, (_, nr) => ({ nr }))

/** The lines of the file of a list whose every page leads to another, and how often it was asked. */
const fileOf = async (rows: readonly object[]) => {
  let asked = 0
  let file = ''
  const reply = { type: () => reply, header: () => reply, send: (text: string) => (file = text) }
  await sendCsv({ query: {} } as FastifyRequest, reply as unknown as FastifyReply, 'rows', async () => {
    asked += 1
    if (asked > DASHBOARD_LIMITS.csvRows) throw new Error('It is asked without end')
    return { rows, next_cursor: 'more' }
  })
  return { lines: file.split('\r\n').length - 1, asked }
}

test('a file of a list without end has 10,000 rows and a head', async () => {
  expect(await fileOf(PAGE)).toEqual({ lines: 10_001, asked: 100 })
})

test('a file ends where a filter has looked far and found nothing', async () => {
  expect(await fileOf([])).toEqual({ lines: 0, asked: 1 })
})
