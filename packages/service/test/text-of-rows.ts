interface WrittenBuffer {
  readonly type?: string
  readonly data?: readonly number[]
}

/** Rows as one text, with the bytes in them as the text that they may be: JSON alone writes numbers, which hide it. */
export const textOfRows = (rows: unknown): string =>
  JSON.stringify(rows, (_name, value: WrittenBuffer | null) =>
    value?.type === 'Buffer' ? Buffer.from(value.data ?? []).toString() : value,
  )
