import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly output: string
  readonly errors: string
}

/** What this worker has started and not seen the end of, in the order in which it was started. */
const running = new Set<RunningProcess>()

export const programsRunning = (): readonly RunningProcess[] => [...running]

/** A program of the workspace, as a user starts it, with its own process group as a terminal gives it. */
export class RunningProcess {
  readonly #child: ChildProcess
  #output = ''
  #errors = ''
  readonly ended: Promise<Ended>
  readonly command: string

  constructor([file, ...args]: readonly [string, ...string[]], env: Record<string, string>, cwd = ROOT) {
    this.command = [file, ...args].join(' ').replaceAll(`${ROOT}/`, '')
    running.add(this)
    this.#child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#child.stdout?.on('data', (chunk) => (this.#output += String(chunk)))
    this.#child.stderr?.on('data', (chunk) => (this.#errors += String(chunk)))
    this.ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => resolve({ code, signal, output: this.#output, errors: this.#errors }))
    })
  }

  /** Waits until a line of its output, whole, matches. @throws when it ends before */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const { stdout } = this.#child
    const found = () => pattern.exec(this.#output.slice(0, this.#output.lastIndexOf('\n') + 1))
    return new Promise((resolve, reject) => {
      const look = () => {
        const match = found()
        if (match) resolve(match)
      }
      stdout?.on('data', look)
      void this.ended.then(({ code, errors }) => reject(new Error(`ended with ${code}: ${errors}`)))
      look()
    })
  }

  /** All that it has said so far, errors last. */
  get said(): string {
    return `${this.#output}${this.#errors}`
  }

  /** To the program alone. */
  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** To its whole group, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    if (this.#child.pid !== undefined) process.kill(-this.#child.pid, signal)
  }

  /** Ends it and all it has started. */
  async stop(): Promise<Ended> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) this.signalGroup('SIGINT')
    const deadline = setTimeout(() => this.signalGroup('SIGKILL'), 15_000)
    const ended = await this.ended
    clearTimeout(deadline)
    running.delete(this)
    return ended
  }
}
