import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'
import { here } from '../steps/workspace.ts'
import type { MutantFate } from './scores.ts'
import type { Target } from './targets.ts'
import { textBetween } from './text-between.ts'

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const FATES: Readonly<Record<string, boolean>> = { Killed: true, Timeout: true, Survived: false, NoCoverage: false }

const fateOf = ({ fileName, location, replacement = '', status }: Mutant): MutantFate[] => {
  const isKilled = FATES[status]
  if (isKilled === undefined) return []
  const original = textBetween(readFileSync(fileName, 'utf8'), location)
  const file = relative(here('.'), fileName).replaceAll('\\', '/')
  return [{ file, line: location.start.line, isKilled, original, replacement }]
}

/** Lets Stryker change the files of a target in place, one change after the other, and says which ones its tests notice. */
export const mutateWithStryker = async ({ files, tests }: Target): Promise<MutantFate[]> => {
  const mutants = await new Stryker({
    mutate: [...files],
    testFiles: [...tests],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./tell-survivors.ts')],
    vitest: { configFile: fileURLToPath(import.meta.resolve('./vitest.config.ts')), related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    inPlace: true,
    // Otherwise every file of the workspace is written anew, and back, without its permission to be run.
    disableTypeChecks: false,
    concurrency: 1,
    reporters: ['progress', 'tell-survivors'],
    allowEmpty: true,
  }).runMutationTest()
  return mutants.flatMap(fateOf)
}
