import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { NODE_FLAGS } from '../bin/node-flags.js'

/** A server in a process of its own, so that it has its own core, heap and event loop. */
export interface Child<Ready> {
  readonly ready: Ready
  /** Milliseconds from the start of the process until it was ready. */
  readonly startMs: number
  /** Resident memory in bytes, after a collection. */
  memory(): Promise<number>
  stop(): Promise<void>
}

const answerOf = async (process: ChildProcess): Promise<unknown> => {
  const message = await Promise.race([once(process, 'message'), once(process, 'exit')])
  if (typeof message[0] !== 'object' || message[0] === null) throw new Error('A bench server ended early')
  return message[0]
}

/** Starts `servers/NAME.ts`, which sends one message when it is ready. */
export const startChild = async <Ready>(name: string, env: Record<string, string> = {}): Promise<Child<Ready>> => {
  const began = performance.now()
  const child = fork(fileURLToPath(new URL(`servers/${name}.ts`, import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: [...NODE_FLAGS, '--conditions=@coinslot/source', '--disable-warning=ExperimentalWarning', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ready = (await answerOf(child)) as Ready
  return {
    ready,
    startMs: performance.now() - began,
    memory: async () => {
      child.send('memory')
      return ((await answerOf(child)) as { memory: number }).memory
    },
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** Tells the parent, answers its questions, and ends with it. */
export const report = (ready: object): void => {
  process.on('message', (message) => {
    if (message !== 'memory') return
    globalThis.gc?.()
    process.send?.({ memory: process.memoryUsage.rss() })
  })
  process.on('disconnect', () => process.exit(0))
  process.once('SIGTERM', () => process.exit(0))
  process.send?.(ready)
}
