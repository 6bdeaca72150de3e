import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastify from 'fastify'
import type { StaticFile } from '../http/send-static.ts'

/** Near the best size at a tenth of the time, as it is compressed when somebody first asks. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const PREFIX = '/reference'

/** The program that draws the reference. Its package keeps it within a plugin that serves it, which is asked here. */
const readProgram = async (): Promise<Buffer> => {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const app = fastify()
  try {
    await app.register(plugin, { routePrefix: PREFIX, configuration: { content: {} } })
    const { statusCode, rawPayload } = await app.inject(`${PREFIX}/js/scalar.js`)
    if (statusCode !== 200) throw new Error(`The reference's program was answered with ${statusCode}`)
    return rawPayload
  } finally {
    await app.close()
  }
}

export const readRenderer = async (): Promise<StaticFile> => {
  const bytes = await readProgram()
  const [br, compressed] = await Promise.all([promisify(brotliCompress)(bytes, BROTLI), promisify(gzip)(bytes)])
  return { bytes, br, gzip: compressed }
}
