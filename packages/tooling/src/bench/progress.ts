/** Shows on a terminal what is being measured, and for how long already; says nothing elsewhere. */
export class Progress {
  readonly #out: NodeJS.WriteStream
  #timer: NodeJS.Timeout | undefined

  constructor(out: NodeJS.WriteStream) {
    this.#out = out
  }

  start(what: string): void {
    this.stop()
    if (!this.#out.isTTY) return
    const began = performance.now()
    const draw = () => {
      const seconds = Math.round((performance.now() - began) / 1_000)
      this.#out.write(`\r\u001b[2K… ${what}, ${seconds} s`.slice(0, this.#out.columns + 4))
    }
    draw()
    this.#timer = setInterval(draw, 1_000)
  }

  stop(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#out.write('\r\u001b[2K')
  }
}
