import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type ServingProcess, startServing } from '../test/process.ts'
import type { TcpProxy } from './tcp-proxy.ts'

const WRONG_CLOCK = fileURLToPath(new URL('../test/wrong-clock.js', import.meta.url))

/** The service's command in another checkout of this repository. */
export const commandOf = (checkout: string): string => join(checkout, 'packages/service/bin/coinslot-service.js')

interface ServingPlace {
  readonly proxy: TcpProxy
  readonly environment: Readonly<Record<string, string>>
  readonly checkout: string | undefined
  readonly log: string
}

/** One process of the service, with a way of its own to the database. */
export class Serving {
  readonly proxy: TcpProxy
  #checkout: string | undefined
  readonly #environment: Readonly<Record<string, string>>
  /** What its processes have said, one after the other. */
  readonly #log: string
  #process: ServingProcess | undefined

  constructor({ proxy, environment, checkout, log }: ServingPlace) {
    this.proxy = proxy
    this.#checkout = checkout
    this.#environment = environment
    this.#log = log
  }

  /** Where it listened last; nobody answers there while it is down. */
  get address(): string {
    return this.#process?.baseUrl ?? ''
  }

  /** Tries until it serves: a database that is away ends it at once. */
  async start(more: Readonly<Record<string, string>> = {}): Promise<void> {
    for (;;) {
      try {
        const command = this.#checkout === undefined ? undefined : commandOf(this.#checkout)
        this.#process = await startServing({ ...this.#environment, ...more }, { command, log: this.#log })
        return
      } catch {
        await pause(500)
      }
    }
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#process?.end(signal)
  }

  /** Replaces it by one of this version. */
  async upgrade(): Promise<void> {
    await this.end('SIGTERM')
    this.#checkout = undefined
    await this.start()
  }

  send(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process?.send(signal)
  }

  /** What was logged of requests that failed for no fault of the caller's. */
  async failures(): Promise<string[]> {
    const failures: string[] = []
    for await (const line of createInterface({ input: createReadStream(this.#log) }))
      if (line.includes('request failed')) failures.push(line)
    return failures
  }

  /** Replaces it by one whose clock is off by so many minutes. */
  async restartWithClock(offMinutes: number): Promise<void> {
    await this.end('SIGTERM')
    await this.start(
      offMinutes === 0 ? {} : { NODE_OPTIONS: `--import=${WRONG_CLOCK}`, CLOCK_OFF_MINUTES: String(offMinutes) },
    )
  }
}
