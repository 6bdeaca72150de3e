import type { ScriptVersion } from './manifest.ts'

export const scriptName = (version: string): string => `payments-widget-${version}.js`

const numbers = (fileName: string): number[] => fileName.match(/\d+/g)?.map(Number) ?? []

const compare = (left: readonly number[], right: readonly number[]): number => {
  const index = left.findIndex((number, position) => number !== right[position])
  return index === -1 ? 0 : (right[index] ?? 0) - (left[index] ?? 0)
}

/** By semantic version, so that 1.10.0 comes before 1.9.0. */
export const newestFirst = (versions: readonly ScriptVersion[]): ScriptVersion[] =>
  versions.toSorted((left, right) => compare(numbers(left.file_name), numbers(right.file_name)))
