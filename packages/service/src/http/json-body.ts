import { LIMITS } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a parsed value nests more than `limit` arrays and objects. */
export const isDeeperThan = (value: unknown, limit: number): boolean => {
  let level = isContainer(value) ? [value] : []
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true
    level = level.flatMap((container) => Object.values(container).filter(isContainer))
  }
  return false
}

/**
 * Parses a JSON body; an empty one is `undefined`.
 * @throws {ApiError} 400 `ERR02` when it is malformed or nested too deeply.
 */
export const parseJsonBody = (text: string): unknown => {
  if (text === '') return undefined
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError(400, 'The body is not well-formed JSON', { code: 'ERR02' })
  }
  if (isDeeperThan(value, LIMITS.requestDepth)) {
    throw new ApiError(400, `The body is nested deeper than ${LIMITS.requestDepth} levels`, { code: 'ERR02' })
  }
  return value
}

export const registerJsonBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => parseJsonBody(body.toString()),
  )
}
