import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../bin/coinslot-service.js', import.meta.url))

/** A real process that serves, as an operator would start it. */
export interface ServiceProcess {
  readonly baseUrl: string
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>
  /** Halts it between two instructions, or lets it go on. */
  send(signal: 'SIGSTOP' | 'SIGCONT'): void
}

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> => {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
  return child.exitCode
}

/** Starts `coinslot-service serve` on a free port. @throws {Error} when it ends before it listens. */
export const startServiceProcess = async (
  environment: Record<string, string>,
  hear: (line: string) => void = () => undefined,
): Promise<ServiceProcess> => {
  const child = spawn(process.execPath, [COMMAND, 'serve'], {
    env: {
      ...process.env,
      COINSLOT_PORT: '0',
      COINSLOT_LOG_LEVEL: 'silent',
      COINSLOT_DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  for await (const line of lines) {
    const [, baseUrl] = /listens on (\S+)/.exec(line) ?? []
    if (baseUrl === undefined) continue
    createInterface({ input: child.stdout }).on('line', hear)
    return {
      baseUrl,
      kill: async () => void (await end(child, 'SIGKILL')),
      stop: () => end(child, 'SIGTERM'),
      send: (signal) => void child.kill(signal),
    }
  }
  throw new Error('the service ended before it listened')
}
