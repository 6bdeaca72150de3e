import { ConfigurationError } from './errors.ts'

/** @throws ConfigurationError where it is not a number of 0 or more. @internal */
export const checkedNumber = (name: string, value: number): number => {
  if (typeof value !== 'number' || !(value >= 0)) throw new ConfigurationError(`${name} must be a number of 0 or more`)
  return value
}

/** @throws ConfigurationError where it is not an integer of `least` or more. @internal */
export const checkedCount = (name: string, value: number, least = 0): number => {
  if (!Number.isInteger(value) || value < least) {
    throw new ConfigurationError(`${name} must be an integer of ${least} or more`)
  }
  return value
}

/** The longest a platform's timer can be. */
const LONGEST_MS = 2 ** 31 - 1

/** @throws ConfigurationError where it is not a positive number; what no timer can hold is shortened to 24 days. @internal */
export const checkedDuration = (name: string, value: number): number => {
  if (typeof value !== 'number' || !(value > 0)) throw new ConfigurationError(`${name} must be a positive number`)
  return Math.min(value, LONGEST_MS)
}

/** @throws ConfigurationError where it cannot be called. @internal */
export const checkedFunction = <T>(name: string, value: T): T => {
  if (typeof value !== 'function') throw new ConfigurationError(`${name} must be a function`)
  return value
}

/**
 * The text without space around it, such as the line end of the file that a secret was read from.
 * @throws ConfigurationError where it is no text, or an empty one. @internal
 */
export const checkedText = (name: string, value: unknown): string => {
  const text = typeof value === 'string' && value.trim()
  if (!text) throw new ConfigurationError(`${name} must be a non-empty string`)
  return text
}
