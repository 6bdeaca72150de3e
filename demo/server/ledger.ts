import { mkdir, open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** One line of the ledger: what a verified webhook brought. */
export interface LedgerEntry {
  readonly eventId: string
  /** Null for an event that belongs to no payment. */
  readonly intentId: string | null
  readonly kind: 'coins' | 'verified'
  /** Whole coins; 0 unless `kind` is `coins`. */
  readonly coins: number
  readonly itemId: string | null
  readonly at: string
}

/**
 * The player's coins as a file of lines, appended and synced one at a time: what `record` has answered survives a crash.
 * An event, and a payment, is recorded once, however often its webhook arrives.
 */
export class Ledger {
  readonly #file: FileHandle
  readonly #entries: LedgerEntry[]
  #last: Promise<unknown> = Promise.resolve()

  private constructor(file: FileHandle, entries: LedgerEntry[]) {
    this.#file = file
    this.#entries = entries
  }

  /** Opens the ledger, or makes an empty one. A line that a crash has cut short was never answered for: it is dropped. */
  static async open(path: string): Promise<Ledger> {
    await mkdir(dirname(path), { recursive: true })
    const file = await open(path, 'a+', 0o600)
    const text = await file.readFile('utf8')
    const complete = text.slice(0, text.lastIndexOf('\n') + 1)
    if (complete.length < text.length) await file.truncate(Buffer.byteLength(complete))
    await file.sync()
    await syncFolder(dirname(path))
    const lines = complete.split('\n').filter((line) => line !== '')
    return new Ledger(
      file,
      lines.map((line): LedgerEntry => JSON.parse(line)),
    )
  }

  get balance(): number {
    return this.#entries.reduce((total, entry) => total + entry.coins, 0)
  }

  get verified(): boolean {
    return this.#entries.some((entry) => entry.kind === 'verified')
  }

  /** Oldest first. */
  get entries(): readonly LedgerEntry[] {
    return this.#entries
  }

  /** Keeps an entry on disk before it answers. @returns false when the event or its payment was recorded before */
  record(entry: LedgerEntry): Promise<boolean> {
    const recorded = this.#last.then(() => this.#append(entry))
    this.#last = recorded.catch(() => undefined)
    return recorded
  }

  async close(): Promise<void> {
    await this.#last
    await this.#file.close()
  }

  async #append(entry: LedgerEntry): Promise<boolean> {
    if (this.#entries.some((known) => isSame(known, entry))) return false
    await this.#write(`${JSON.stringify(entry)}\n`)
    this.#entries.push(entry)
    return true
  }

  // Its event comes again: what was written of it without being kept would then count twice, or spoil the next line.
  async #write(line: string): Promise<void> {
    const { size } = await this.#file.stat()
    try {
      await this.#file.appendFile(line)
      await this.#file.datasync()
    } catch (error) {
      await this.#file.truncate(size)
      throw error
    }
  }
}

const isSame = (known: LedgerEntry, entry: LedgerEntry): boolean =>
  known.eventId === entry.eventId ||
  (known.kind === entry.kind && known.intentId !== null && known.intentId === entry.intentId)

const syncFolder = async (path: string): Promise<void> => {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}
