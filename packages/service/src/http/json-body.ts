import { isUtf8 } from 'node:buffer'
import { LIMITS } from '@coinslot/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Whether a parsed value nests more than `limit` arrays and objects. */
const isDeeperThan = (value: unknown, limit: number): boolean => {
  if (!isContainer(value)) return false
  if (limit === 0) return true
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return parts.some((part) => isDeeperThan(part, limit - 1))
}

/**
 * Parses a JSON body; an empty one is `undefined`.
 * @throws {ApiError} 400 `ERR02` when it is malformed, in another encoding than UTF-8, or nested too deeply.
 */
const parseJsonBody = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined
  if (!isUtf8(bytes)) throw new ApiError(400, 'Send the body in UTF-8 (RFC 8259 §8.1)', { code: 'ERR02' })
  let value: unknown
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw new ApiError(400, 'The body is not well-formed JSON', { code: 'ERR02' })
  }
  if (isDeeperThan(value, LIMITS.requestDepth)) {
    throw new ApiError(400, `The body is nested deeper than ${LIMITS.requestDepth} levels`, { code: 'ERR02' })
  }
  return value
}

/** @throws {ApiError} 415 for a body that would have to be unpacked first. */
const refusePacked = ({ headers }: FastifyRequest): void => {
  const coding = headers['content-encoding'] ?? 'identity'
  if (coding.toLowerCase() === 'identity') return
  throw new ApiError(415, 'Send the body uncompressed, without content-encoding')
}

export const registerJsonBody = (app: FastifyInstance): void => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    refusePacked(request)
    return parseJsonBody(body)
  })
}
