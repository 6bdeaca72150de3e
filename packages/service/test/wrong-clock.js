// Loaded before a process's own code: its clock is off by so many minutes.
const offMs = Number(process.env.CLOCK_OFF_MINUTES) * 60_000
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + offMs] : given))
  }

  static now() {
    return RealDate.now() + offMs
  }
}
