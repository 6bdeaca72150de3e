import { uuidSchema } from '@coinslot/contract'
import type { z } from 'zod'
import { type CommandArguments, UsageError } from './command.ts'

const used = <T>(result: { success: boolean; data?: T }, name: string, expectation: string): T => {
  if (!result.success || result.data === undefined) throw new UsageError(`--${name} must be ${expectation}`)
  return result.data
}

/** What a merchant's name has to be, in words. */
export const MERCHANT_NAME = 'a name of 1 to 100 characters that can be seen, in one line'

/** A text option, or undefined where it was not given. */
export const optionalText = ({ values }: CommandArguments, name: string): string | undefined => {
  const value = values[name]
  if (value === '') throw new UsageError(`--${name} must not be empty`)
  return typeof value === 'string' ? value : undefined
}

/** @throws {UsageError} when the option was not given. */
export const requiredText = (args: CommandArguments, name: string): string => {
  const value = optionalText(args, name)
  if (value === undefined) throw new UsageError(`--${name} is required`)
  return value
}

/** Every value of an option that may be repeated. */
export const texts = ({ values }: CommandArguments, name: string): readonly string[] =>
  [values[name] ?? []].flat().map(String)

/** What a schema makes of an option's text. */
export const parsed = <T extends z.ZodType>(schema: T, text: string, name: string, expectation: string): z.output<T> =>
  used(schema.safeParse(text), name, expectation)

/** What a schema makes of an option's text; null where `none` is said, undefined where nothing is. */
export const optionalOrNone = <T extends z.ZodType>(
  args: CommandArguments,
  name: string,
  schema: T,
  expectation: string,
): z.output<T> | null | undefined => {
  const text = optionalText(args, name)
  if (text === undefined) return undefined
  return text === 'none' ? null : parsed(schema, text, name, `${expectation}, or none`)
}

/** An id as the database has it. */
const asStored = (id: string): string => id.toLowerCase()

/** The id in a place of the command line. @throws {UsageError} for what is none. */
export const requiredId = (text: string | undefined, name: string, expectation: string): string => {
  const { data } = uuidSchema.safeParse(text)
  if (data === undefined) throw new UsageError(`${name} must be ${expectation}`)
  return asStored(data)
}

const merchantId = (text: string): string =>
  asStored(parsed(uuidSchema, text, 'merchant', 'the id of a merchant (see coinslot-service merchants list)'))

/** The merchant's id, or null where none is named. */
export const optionalMerchantId = (args: CommandArguments): string | null => {
  const text = optionalText(args, 'merchant')
  return text === undefined ? null : merchantId(text)
}

/** @throws {UsageError} when no merchant is named. */
export const requiredMerchantId = (args: CommandArguments): string => merchantId(requiredText(args, 'merchant'))
