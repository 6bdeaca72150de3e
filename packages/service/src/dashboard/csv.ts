import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { csvText } from './csv-rules.ts'

/** Without it Excel reads a file as of the machine's own encoding: `Münze` became `MÃ¼nze`, and stayed so once it was saved. */
const BYTE_ORDER_MARK = '\uFEFF'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Answers with all pages of a list, up to 10,000 rows. @param list names the rows in each answer */
export const sendCsv = async (
  request: FastifyRequest,
  reply: FastifyReply,
  list: string,
  read: () => Promise<unknown>,
): Promise<FastifyReply> => {
  const query = request.query as Record<string, string>
  query['limit'] = String(DASHBOARD_LIMITS.pageMax)
  let text = ''
  for (let count = 0; count < DASHBOARD_LIMITS.csvRows;) {
    const answer = (await read()) as Record<string, unknown>
    const rows = answer[list] as Rows
    text += csvText(rows, count === 0)
    count += rows.length
    const cursor = answer['next_cursor']
    // A page without rows only says how far back a filter has looked: it ends what is worth waiting for.
    if (typeof cursor !== 'string' || rows.length === 0) break
    query['cursor'] = cursor
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${list}.csv"`)
    .send(BYTE_ORDER_MARK + text)
}
