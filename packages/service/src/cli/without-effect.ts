import { ignoredParameters } from '../db/ignored-parameters.ts'
import { type Config, unknownVariables } from '../platform/config.ts'

/** A sentence for each setting that has no effect, to be told before anything is done. */
export const withoutEffect = ({ database }: Config): readonly string[] => [
  ...unknownVariables(),
  ...ignoredParameters(database),
]
