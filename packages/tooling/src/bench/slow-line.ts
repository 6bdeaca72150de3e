import type { Socket } from 'node:net'

/** Of what is sent at once, as much as travels between two others' turns: an Ethernet frame's payload. */
const PACKET_BYTES = 1_460
/** What waits before the line of each connection, before its sender has to wait. */
const WAITING_PACKETS = 32
/** A timer may come as much too early. */
const TIMER_MS = 1

export interface LineOptions {
  readonly bytesPerSecond: number
  /** From one end to the other. */
  readonly delayMs: number
}

/** What one connection sends by a line. */
interface Flow {
  readonly from: Socket
  readonly to: Socket
  /** A connection that is being made carries nothing before. */
  readonly startMs: number
  readonly packets: Buffer[]
  isEnded: boolean
}

interface Travelling {
  readonly dueMs: number
  readonly arrive: () => void
}

/** One direction of a slow connection to the net: all flows share its bytes per second, packet by packet in turns. */
export class SlowLine {
  /** All that has arrived at its other end. */
  bytes = 0
  /** When something arrived last, by `performance.now()`. */
  arrivedMs = 0
  readonly #options: LineOptions
  readonly #flows: Flow[] = []
  readonly #travelling: Travelling[] = []
  #freeMs = 0
  #isSending = false

  constructor(options: LineOptions) {
    this.#options = options
  }

  /** Carries what one socket says to another, its end included; `startMs` by `performance.now()`. */
  carry(from: Socket, to: Socket, startMs: number): void {
    const flow: Flow = { from, to, startMs, packets: [], isEnded: false }
    this.#flows.push(flow)
    from.on('data', (chunk: Buffer) => {
      for (let start = 0; start < chunk.length; start += PACKET_BYTES)
        flow.packets.push(chunk.subarray(start, start + PACKET_BYTES))
      if (flow.packets.length > WAITING_PACKETS) from.pause()
      this.#send()
    })
    const end = (): void => {
      flow.isEnded = true
      this.#send()
    }
    from.on('end', end).on('close', end)
    setTimeout(() => this.#send(), Math.ceil(startMs - performance.now()))
  }

  #send(): void {
    if (this.#isSending) return
    const now = performance.now()
    const index = this.#flows.findIndex(
      ({ packets, isEnded, startMs }) => (packets.length > 0 || isEnded) && startMs <= now + TIMER_MS,
    )
    const [flow] = index < 0 ? [] : this.#flows.splice(index, 1)
    if (!flow) return
    const packet = flow.packets.shift()
    if (flow.packets.length <= WAITING_PACKETS / 2) flow.from.resume()
    if (packet) this.#flows.push(flow)
    const sentMs = Math.max(now, this.#freeMs) + ((packet?.length ?? 0) * 1_000) / this.#options.bytesPerSecond
    this.#freeMs = sentMs
    this.#travel(sentMs + this.#options.delayMs, () => {
      if (!packet) return void flow.to.end()
      this.bytes += packet.length
      this.arrivedMs = performance.now()
      if (flow.to.writable) flow.to.write(packet)
    })
    this.#isSending = true
    setTimeout(
      () => {
        this.#isSending = false
        this.#send()
      },
      Math.floor(sentMs - now),
    )
  }

  /** Arrives in the order of the times. */
  #travel(dueMs: number, arrive: () => void): void {
    const later = this.#travelling.findIndex((other) => other.dueMs > dueMs)
    this.#travelling.splice(later < 0 ? this.#travelling.length : later, 0, { dueMs, arrive })
    setTimeout(() => this.#deliver(), Math.ceil(dueMs - performance.now()))
  }

  #deliver(): void {
    const nowMs = performance.now() + TIMER_MS
    for (;;) {
      const [next] = this.#travelling
      if (!next || next.dueMs > nowMs) return
      this.#travelling.shift()
      next.arrive()
    }
  }
}
