/** Between which values the middle half of the measured ratios lies. */
export interface Spread {
  readonly low: number
  readonly high: number
}

/** Two sides, measured in one run. */
export interface Measured {
  readonly ours: number
  readonly other: number
  readonly ratio: number
  readonly spread?: Spread
}

/** One figure against another, both measured in one run. */
export interface Row extends Measured {
  readonly name: string
  readonly unit: string
  /** What was measured and how. */
  readonly method: string
  /** What the project asks of the ratio. */
  readonly target?: string
}

/** The value below which a share of the others lies, from 0 to 1, between two of them in proportion. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const spreadOf = (values: readonly number[]): Spread => ({
  low: quantile(values, 0.25),
  high: quantile(values, 0.75),
})

/** Medians of rounds that measured both sides; the ratio is the median of the rounds' own ratios. */
export const compare = (rounds: readonly { ours: number; other: number }[]): Measured => {
  const ratios = rounds.map(({ ours, other }) => ours / other)
  return {
    ours: median(rounds.map(({ ours }) => ours)),
    other: median(rounds.map(({ other }) => other)),
    ratio: median(ratios),
    spread: spreadOf(ratios),
  }
}

/** Measures two sides in turn, in changing order, after a round that does not count. */
export const alternate = async (
  rounds: number,
  ours: (round: number) => Promise<number>,
  other: (round: number) => Promise<number>,
): Promise<Measured> => {
  const samples: { ours: number; other: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const sample =
      round % 2 === 0
        ? { ours: await ours(round), other: await other(round) }
        : { other: await other(round), ours: await ours(round) }
    if (round > 0) samples.push(sample)
  }
  return compare(samples)
}

const round = (value: number): number => Number(value.toPrecision(4))

/** A row with figures of four digits; the ratio is that of the two figures, unless it was measured. */
export const row = ({ ratio, spread, ...fields }: Omit<Row, 'ratio'> & { readonly ratio?: number }): Row => ({
  ...fields,
  ours: round(fields.ours),
  other: round(fields.other),
  ratio: round(ratio ?? fields.ours / fields.other),
  ...(spread === undefined ? {} : { spread: { low: round(spread.low), high: round(spread.high) } }),
})

/** Whether a row is asked for: all are, or those whose name contains what was given, in any case. */
export const isWanted = (name: string, only: string | undefined): boolean =>
  only === undefined || name.toLowerCase().includes(only.toLowerCase())
