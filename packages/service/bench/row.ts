/** One figure against another, both measured in one run. */
export interface Row {
  readonly name: string
  readonly ours: number
  readonly other: number
  /** `ours / other`: above 1 ours is more. */
  readonly ratio: number
  readonly unit: string
  /** What was measured and how. */
  readonly method: string
  /** What the project asks of the ratio. */
  readonly target: string
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

const round = (value: number): number => Number(value.toPrecision(4))

export const row = (fields: Omit<Row, 'ratio'>): Row => ({
  ...fields,
  ours: round(fields.ours),
  other: round(fields.other),
  ratio: round(fields.ours / fields.other),
})

/** Measures two sides in turn, after a round that does not count; medians of what remains. */
export const alternate = async (
  rounds: number,
  ours: (round: number) => Promise<number>,
  other: (round: number) => Promise<number>,
): Promise<{ ours: number; other: number }> => {
  const samples = { ours: [] as number[], other: [] as number[] }
  for (let index = 0; index <= rounds; index += 1) {
    const ourSample = await ours(index)
    const otherSample = await other(index)
    if (index === 0) continue
    samples.ours.push(ourSample)
    samples.other.push(otherSample)
  }
  return { ours: median(samples.ours), other: median(samples.other) }
}
