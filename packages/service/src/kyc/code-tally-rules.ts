import { LIMITS } from '@coinslot/contract'

export interface Counts {
  readonly sent: number
  readonly wrong: number
}

/** What was counted in the hour and in the day that are open. */
export interface Tally {
  readonly hour: Counts
  readonly day: Counts
}

interface TallyLimit {
  readonly hour: number
  readonly day: number
}

export interface TallyLimits {
  /** Codes sent. */
  readonly sent: TallyLimit
  /** Wrong answers. */
  readonly wrong: TallyLimit
}

/** What one mailbox or number may be sent, and may be guessed at. */
export const DESTINATION_LIMITS: TallyLimits = {
  sent: LIMITS.codesPerDestination,
  wrong: LIMITS.wrongCodesPerDestination,
}

const DAY_PER_HOUR = 10

/** What one merchant may send through one channel, and have guessed at. */
export const merchantLimits = (codesPerHour: number): TallyLimits => {
  const sent = { hour: codesPerHour, day: codesPerHour * DAY_PER_HOUR }
  return { sent, wrong: { hour: sent.hour * LIMITS.codeAttempts, day: sent.day * LIMITS.codeAttempts } }
}

/** Whether one more code may be sent. */
export const maySend = ({ hour, day }: Tally, { sent }: TallyLimits): boolean =>
  hour.sent < sent.hour && day.sent < sent.day

/** Whether one more answer may be compared. */
export const mayGuess = ({ hour, day }: Tally, { wrong }: TallyLimits): boolean =>
  hour.wrong < wrong.hour && day.wrong < wrong.day
