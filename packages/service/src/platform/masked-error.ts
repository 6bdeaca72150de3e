import { reasonCodeOf } from '../db/error-code.ts'

type Mask = (said: string) => string

const masked = ({ name, message, stack }: Error, code: string, mask: Mask): Error => {
  const error = Object.assign(new Error(mask(String(message))), { name: mask(String(name)), code: mask(code) })
  const frames = String(stack)
    .split('\n')
    .filter((line) => /^ +at /.test(line))
  error.stack = [`${error.name}: ${error.message}`, ...frames.map(mask)].join('\n')
  return error
}

/** What somebody else's code has thrown, and where, for the log, which shows nothing of what is no error. */
export const maskedError = (thrown: unknown, mask: Mask): unknown => {
  try {
    return thrown instanceof Error ? masked(thrown, reasonCodeOf(thrown), mask) : thrown
  } catch {
    return new Error('What was thrown could not be read or masked, so nothing of it is logged')
  }
}
