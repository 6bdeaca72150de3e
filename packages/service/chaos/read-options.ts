import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { OptionsError, parseOptions } from '@coinslot/tooling/options'
import { FAULTS } from './faults.ts'
import { commandOf } from './serving.ts'

/** What the command was told. */
export interface RunOptions {
  readonly minutes: number
  /** Undefined where any will do. */
  readonly seed: number | undefined
  readonly only: string | undefined
  readonly beside: string | undefined
  readonly upgradeFrom: string | undefined
}

const OPTIONS = {
  minutes: { type: 'string', default: '5' },
  seed: { type: 'string' },
  only: { type: 'string' },
  beside: { type: 'string' },
  'upgrade-from': { type: 'string' },
} as const

const checkoutIn = (given: string | undefined): string | undefined => {
  if (given === undefined || existsSync(commandOf(given))) return given && resolve(given)
  throw new OptionsError(`${given} holds no checkout of this repository`)
}

/** @throws {OptionsError} for an option that does not exist, and for a value that it cannot have. */
export const readOptions = (words: readonly string[]): RunOptions => {
  const { values } = parseOptions(words, { options: OPTIONS })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new OptionsError('--minutes takes a number above 0')
  const seed = values.seed === undefined ? undefined : Number(values.seed)
  if (seed !== undefined && !Number.isInteger(seed)) throw new OptionsError('--seed takes a whole number')
  const { only } = values
  if (only !== undefined && !Object.hasOwn(FAULTS, only))
    throw new OptionsError(`--only takes one of: ${Object.keys(FAULTS).join(', ')}`)
  return {
    minutes,
    seed,
    only,
    beside: checkoutIn(values.beside),
    upgradeFrom: checkoutIn(values['upgrade-from']),
  }
}
