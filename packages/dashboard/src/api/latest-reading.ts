import type { ReactiveController, ReactiveControllerHost } from 'lit'
import { DashboardError } from './dashboard-error.ts'
import { againLater } from './tried-again.ts'

interface Reader<Answer> {
  readonly read: () => Promise<Answer>
  readonly take: (answer: Answer) => void
  /** Told why it could not be read; it is read again where that may help. */
  readonly fail?: (error: DashboardError) => void
  /** Whether it is read again as its tab is shown: another may have changed it. */
  readonly followsTabs?: boolean
}

/** What its host reads, whenever it says so. Of several readings the latest is told alone: others are of before. */
export class LatestReading<Answer> implements ReactiveController {
  readonly #reader: Reader<Answer>
  readonly #startAgain: () => unknown
  #latest: Promise<Answer> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  readonly #look = (): void => {
    if (!document.hidden) void this.start()
  }

  constructor(host: ReactiveControllerHost & { readonly isConnected: boolean }, reader: Reader<Answer>) {
    this.#reader = reader
    this.#startAgain = () => host.isConnected && this.start()
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#reader.followsTabs === true) document.addEventListener('visibilitychange', this.#look)
  }

  hostDisconnected(): void {
    document.removeEventListener('visibilitychange', this.#look)
    clearTimeout(this.#again)
  }

  async start(): Promise<void> {
    clearTimeout(this.#again)
    const reading = this.#reader.read()
    this.#latest = reading
    try {
      const answer = await reading
      if (reading === this.#latest) this.#reader.take(answer)
    } catch (error) {
      if (!(error instanceof DashboardError)) throw error
      if (reading !== this.#latest) return
      this.#reader.fail?.(error)
      this.#again = againLater(error, this.#startAgain)
    }
  }
}
