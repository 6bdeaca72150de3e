import { CSV_MORE_HEADER, DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { FairTurns } from '../db/fair-turns.ts'
import { csvText } from './csv-rules.ts'

/** Without it Excel reads a file as of the machine's own encoding: `Münze` became `MÃ¼nze`, and stayed so once it was saved. */
const BYTE_ORDER_MARK = '\uFEFF'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Each takes some megabytes while it is put together. */
const turns = new FairTurns({ atOnce: 4 })

/** What a file is made of. */
export interface CsvSource {
  /** Where each page is read from; it is set to the next one in turn. */
  readonly query: Record<string, string>
  /** Names the rows in each answer. */
  readonly list: string
  /** Reads the page that `query` names. */
  readonly read: () => Promise<unknown>
  /** Whether anybody still waits for the file. */
  readonly isAwaited: () => boolean
}

/** What stands in a file, and whether the list goes on where it ends. */
export interface CsvFile {
  readonly text: string
  readonly hasMore: boolean
}

const putTogether = async ({ query, list, read, isAwaited }: CsvSource): Promise<CsvFile> => {
  query['limit'] = String(DASHBOARD_LIMITS.pageMax)
  let text = BYTE_ORDER_MARK
  let hasMore = false
  for (let count = 0; isAwaited() && count < DASHBOARD_LIMITS.csvRows;) {
    const answer = (await read()) as Record<string, unknown>
    const rows = answer[list] as Rows
    text += csvText(rows, count === 0)
    count += rows.length
    const cursor = answer['next_cursor']
    hasMore = typeof cursor === 'string'
    // A page without rows only says how far back a filter has looked: it ends what is worth waiting for.
    if (typeof cursor !== 'string' || rows.length === 0) break
    query['cursor'] = cursor
  }
  return { text, hasMore }
}

/** All pages of a list, up to 10,000 rows, four files at once in this process. */
export const readCsv = (source: CsvSource): Promise<CsvFile> => turns.during(() => putTogether(source))

/** Answers with all pages of a list, and says in a header if it goes on. @param list names the rows in each answer */
export const sendCsv = async (
  request: FastifyRequest,
  reply: FastifyReply,
  list: string,
  read: () => Promise<unknown>,
): Promise<FastifyReply> => {
  const query = request.query as Record<string, string>
  const { text, hasMore } = await readCsv({ query, list, read, isAwaited: () => !reply.raw.closed })
  if (hasMore) reply.header(CSV_MORE_HEADER, 'true')
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${list}.csv"`)
    .send(text)
}
