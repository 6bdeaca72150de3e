import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'

type Listener = (...given: unknown[]) => void

interface Kept {
  readonly fork: ForksPoolWorker
  readonly ready: Promise<void>
}

/** The processes that run, by project. */
const kept = new Map<string, Kept>()

const startedMessage = { __vitest_worker_response__: true, type: 'started' }
const stoppedMessage = { __vitest_worker_response__: true, type: 'stopped' }

const open = (options: PoolOptions): Kept => {
  const fork = new ForksPoolWorker(options)
  return { fork, ready: fork.start() }
}

/** Ends the processes that were kept. */
export const endKeptWorkers = async (): Promise<void> => {
  const workers = [...kept.values()]
  kept.clear()
  await Promise.all(workers.map(({ fork }) => fork.stop()))
}

/**
 * A worker of vitest whose process outlives the run: the next run of its project, which Stryker makes for each change,
 * finds the service loaded and the database's engine compiled, and loads anew only the files of tests.
 */
export class KeptWorker implements PoolWorker {
  readonly name = 'kept'
  readonly cacheFs = true
  readonly #options: PoolOptions
  #listeners: (readonly [event: string, listener: Listener])[] = []
  #kept: Kept | undefined
  #isFirst = false
  /** How the run is to be made: which of the tests, and when to stop. A worker learns it as it starts. */
  #config: object | undefined

  constructor(options: PoolOptions) {
    this.#options = options
  }

  get #fork(): ForksPoolWorker {
    if (this.#kept === undefined) throw new Error('the worker has not been started')
    return this.#kept.fork
  }

  async start(): Promise<void> {
    const { name } = this.#options.project
    const known = kept.get(name)
    this.#isFirst = known === undefined
    this.#kept = known ?? open(this.#options)
    kept.set(name, this.#kept)
    await this.#kept.ready
    if (this.#isFirst) this.#fork.on('exit', () => kept.delete(name))
  }

  /** Listeners are taken away: the process, which they listen to, stays. */
  stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.off(event, listener)
    return Promise.resolve()
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener])
    this.#fork.on(event, listener)
  }

  off(event: string, listener: Listener): void {
    this.#listeners = this.#listeners.filter((known) => known[0] !== event || known[1] !== listener)
    this.#fork.off(event, listener)
  }

  /** A process that runs is neither started nor stopped again: what the run waits for is answered in its place. */
  send(message: WorkerRequest): void {
    if (message.type === 'stop') return this.#answer(stoppedMessage)
    if (message.type === 'start') {
      this.#config = message.context.config
      if (!this.#isFirst) return this.#answer(startedMessage)
    }
    if (message.type === 'run') {
      const context = { ...message.context, config: this.#config }
      return this.#fork.send({ ...message, context })
    }
    this.#fork.send(message)
  }

  deserialize(data: unknown): unknown {
    return data === startedMessage || data === stoppedMessage ? data : this.#fork.deserialize(data)
  }

  #answer(message: object): void {
    queueMicrotask(() => {
      for (const [event, listener] of this.#listeners) if (event === 'message') listener(message)
    })
  }
}
