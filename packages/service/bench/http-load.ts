import { connect } from 'node:net'

export interface Load {
  readonly port: number
  readonly connections: number
  readonly requests: number
  /** The bytes of the request with this number. */
  readonly request: (index: number) => string
  /** Connections that the server may drop without being asked, in one load; default 0. */
  readonly drops?: number
  /**
   * Whether the asker keeps turning while it waits; default false. One that sleeps is woken by whoever answers it, which
   * costs some machines more than the answer, and a slower server finds it asleep more often. It takes a core for itself.
   */
  readonly awake?: boolean
}

interface Turn {
  next: number
  drops: number
  failed: Error | null
}

const END_OF_HEAD = '\r\n\r\n'

/** How many bytes the answer at the start of the text has, or null while it is not whole. */
const answerLength = (text: string): number | null => {
  const headEnd = text.indexOf(END_OF_HEAD)
  if (headEnd === -1) return null
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0)
  const end = headEnd + END_OF_HEAD.length + length
  return text.length >= end ? end : null
}

/** One connection that asks again as soon as it is answered, until all requests are taken. */
const drive = (options: Load, turn: Turn): Promise<void> =>
  new Promise((resolve, reject) => {
    const { port, requests, request, drops = 0 } = options
    const socket = connect(port, '127.0.0.1')
    let text = ''
    const ask = (): void => {
      if (turn.next >= requests || turn.failed !== null) {
        socket.end()
        resolve()
        return
      }
      socket.write(request(turn.next))
      turn.next += 1
    }
    socket.setNoDelay(true)
    socket.setEncoding('latin1')
    socket.once('connect', ask)
    socket.on('error', (error) => {
      turn.drops += 1
      // What it had asked for last is asked again.
      turn.next -= 1
      if (turn.drops > drops) reject(error)
      else resolve(drive(options, turn))
    })
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = answerLength(text)
      if (end === null) return
      if (!/^HTTP\/1\.1 20\d/.test(text)) {
        turn.failed = new Error(`Not a success: ${text.slice(0, 400)}`)
        socket.destroy()
        reject(turn.failed)
        return
      }
      text = text.slice(end)
      ask()
    })
  })

/** @returns what lets this process sleep again. */
const stayAwake = (): (() => void) => {
  let next: NodeJS.Immediate
  const turnOn = (): void => void (next = setImmediate(turnOn))
  turnOn()
  return () => clearImmediate(next)
}

/** @returns answers per second over keep-alive connections, each with one request under way. */
export const load = async (options: Load): Promise<number> => {
  const turn: Turn = { next: 0, drops: 0, failed: null }
  const letSleep = options.awake === true ? stayAwake() : () => undefined
  const began = process.hrtime.bigint()
  await Promise.all(Array.from({ length: options.connections }, () => drive(options, turn)))
  const tookNs = Number(process.hrtime.bigint() - began)
  letSleep()
  return options.requests / (tookNs / 1e9)
}

/** A request as bytes of HTTP/1.1. */
export const httpRequest = (
  method: 'GET' | 'POST',
  path: string,
  { token, body }: { readonly token?: string; readonly body?: string } = {},
): string =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
    '',
    body ?? '',
  ].join('\r\n')
