import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import type { ServiceDeps } from '../composition/deps.ts'
import {
  claimControlSocket,
  type ControlFrame,
  controlRequestSchema,
  encodeFrame,
  releaseControlSocket,
} from './control-channel.ts'
import { executeCommand } from './commands.ts'
import { exitCodeOf, messageOf } from './exit.ts'

const OWNER_ONLY = 0o177

const answer = async (deps: ServiceDeps, socket: Socket, line: string): Promise<void> => {
  const gone = new AbortController()
  socket.once('close', () => gone.abort())
  const send = (frame: ControlFrame): void => {
    if (socket.writable) socket.write(encodeFrame(frame))
  }
  try {
    const { words, ...caller } = controlRequestSchema.parse(JSON.parse(line))
    await executeCommand(words, { ...caller, deps, signal: gone.signal, print: (text) => send({ line: text }) })
    send({ exit: 0, message: null })
  } catch (error) {
    send({ exit: exitCodeOf(error), message: messageOf(error) })
  }
  socket.end()
}

/**
 * Runs commands of other processes in this one, which has the embedded database open; only this user can reach it.
 * @returns what stops it.
 */
export const startControlServer = async (dataDir: string, deps: ServiceDeps): Promise<() => Promise<void>> => {
  const path = claimControlSocket(dataDir)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    // It tells the errors of its input again: of a caller that has gone before it read its answer, nobody need know.
    const lines = createInterface({ input: socket }).on('error', () => undefined)
    lines.once('line', (line) => void answer(deps, socket, line))
  })
  const umask = process.umask(OWNER_ONLY)
  const listening = new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  process.umask(umask)
  await listening
  return async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
    releaseControlSocket(dataDir, path)
  }
}
