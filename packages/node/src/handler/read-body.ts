import { ConfigurationError } from '../errors.ts'
import { concat } from '../webhook-signature.ts'

/**
 * The body's bytes as they are; undefined where there are more than `limitBytes`.
 * @throws ConfigurationError where somebody reads it already.
 */
export const readBody = async (request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  if (Number(request.headers.get('content-length')) > limitBytes) return undefined
  if (request.bodyUsed || request.body?.locked) {
    throw new ConfigurationError('The body was read before Coinslot could: mount its handler first, or read a clone')
  }
  // Not kept chunk by chunk: a million of one byte each would take half a gigabyte.
  let body = new Uint8Array()
  let length = 0
  for await (const chunk of request.body ?? []) {
    const end = length + chunk.length
    if (end > limitBytes) return undefined
    if (end > body.length) body = concat(body, new Uint8Array(end))
    body.set(chunk, length)
    length = end
  }
  return body.slice(0, length)
}
