import { extname } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One file in the forms it is served in. */
export interface StaticFile {
  readonly bytes: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

type Encoding = 'br' | 'gzip'

const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })

const encodingFor = (header: string, file: StaticFile): Encoding | null =>
  (['br', 'gzip'] as const).find((encoding) => file[encoding] !== null && accepts(header, encoding)) ?? null

/** Answers with the smallest form that the browser takes. */
export const sendStatic = (
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  file: StaticFile,
): FastifyReply => {
  const encoding = encodingFor(String(request.headers['accept-encoding'] ?? ''), file)
  if (encoding !== null) reply.header('content-encoding', encoding)
  return reply
    .header('vary', 'accept-encoding')
    .type(TYPES[extname(name)] ?? 'application/octet-stream')
    .send(encoding === null ? file.bytes : file[encoding])
}
