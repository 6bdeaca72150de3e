import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import {
  controlFrameSchema,
  type ControlRequest,
  controlSocketPath,
  encodeFrame,
  type ExitCode,
} from './control-channel.ts'

export interface ControlResult {
  readonly exit: ExitCode
  readonly message: string | null
}

const dial = (dataDir: string): Promise<Socket | null> =>
  new Promise((resolve) => {
    const socket = connect(controlSocketPath(dataDir))
    socket.once('connect', () => resolve(socket))
    socket.once('error', () => resolve(null))
  })

/** Whether a service serves from this folder. */
export const isServed = async (dataDir: string): Promise<boolean> => {
  const socket = await dial(dataDir)
  socket?.destroy()
  return socket !== null
}

/** What is left to say of a command whose service has not answered to the end. */
const withoutAnswer = (signal: AbortSignal, goesOn: boolean): ControlResult => {
  if (!signal.aborted) return { exit: 1, message: 'The service stopped before it had answered' }
  // A reader that has gone, such as `head`, has read enough; a signal has its name as the reason.
  return typeof signal.reason === 'string' && !goesOn
    ? { exit: 1, message: 'Interrupted before the service had answered: it may be done, or not' }
    : { exit: 0, message: null }
}

/**
 * Has a command run by the service that serves from this folder.
 * @param goesOn whether it ends well when it is interrupted.
 * @returns null when nobody answers there.
 */
export const runInService = async (
  dataDir: string,
  request: Omit<ControlRequest, 'folder'>,
  print: (line: string) => void,
  signal: AbortSignal,
  goesOn = false,
): Promise<ControlResult | null> => {
  const socket = await dial(dataDir)
  if (socket === null) return null
  if (signal.aborted) {
    socket.destroy()
    return withoutAnswer(signal, goesOn)
  }
  let lost: Error | undefined
  socket.on('error', (error) => (lost = error))
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  socket.write(encodeFrame({ ...request, folder: process.cwd() }))
  const lines = createInterface({ input: socket })
  // A connection that is destroyed or lost does not end as a stream does.
  socket.once('close', () => lines.close())
  try {
    for await (const line of lines) {
      const frame = controlFrameSchema.parse(JSON.parse(line))
      if ('exit' in frame) return frame
      print(frame.line)
    }
  } catch (error) {
    // Of a service that was killed the system says that the connection was reset, of one that stopped nothing.
    if (error !== lost) throw error
  }
  return withoutAnswer(signal, goesOn)
}
