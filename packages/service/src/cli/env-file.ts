import { randomUUID } from 'node:crypto'
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { CommandError } from './command.ts'
import { codeOf } from '../db/error-code.ts'
import { syncNameOf } from '../db/sync-folder.ts'

/** Variables of a file for `node --env-file`, by name. */
export type Variables = Readonly<Record<string, string>>

const OWNER_ONLY = 0o600
const PERMISSIONS = 0o777
const NAME = /^\s*(?:export\s+)?(\w+)\s*=/

export const linesOf = (variables: Variables): string[] =>
  Object.entries(variables).map(([name, value]) => `${name}=${value}`)

/** A file's text without what it says of these variables, then the variables. */
const withVariables = (text: string, variables: Variables): string => {
  const others = text.split(/\r?\n/).filter((line) => !Object.hasOwn(variables, NAME.exec(line)?.[1] ?? ''))
  return [others.join('\n').trimEnd(), ...linesOf(variables), ''].join('\n').trimStart()
}

/** Of a pipe or a device, such as /dev/null, nothing is read, which may have no end; replaced, it would be a file for good. */
const readPresent = async (file: string): Promise<{ text: string; mode: number }> => {
  try {
    const present = await stat(file)
    if (!present.isFile() && !present.isDirectory()) throw new CommandError(`${file} is no file: name one for --env-to`)
    return { text: await readFile(file, 'utf8'), mode: present.mode & PERMISSIONS }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { text: '', mode: OWNER_ONLY }
    throw error
  }
}

/**
 * Makes something and sets its variables in a file, which is new where there is none, for its owner alone (0600); its
 * other lines and its mode stay. The file is replaced whole or not at all, and nothing is made where it cannot be.
 * @throws {CommandError} where the file, its folder or its disk does not take them.
 */
export const writeEnvFile = async <T>(
  given: string,
  make: () => Promise<T>,
  variablesOf: (made: T) => Variables,
): Promise<T> => {
  const file = await realpath(given).catch(() => given)
  const unfinished = `${file}.${randomUUID()}`
  const told = async <R>(work: () => R): Promise<Awaited<R>> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof CommandError) throw error
      const mend = 'name one in a folder that is there, has room, and may be written to'
      throw new CommandError(`The file ${file} cannot be written (${codeOf(error)}): ${mend}`)
    }
  }
  const { text, mode } = await told(() => readPresent(file))
  await told(() => writeFile(unfinished, '', { flag: 'wx', mode }))
  try {
    const made = await make()
    await told(() => writeFile(unfinished, withVariables(text, variablesOf(made)), { flush: true }))
    await told(() => rename(unfinished, file))
    await told(() => syncNameOf(file))
    return made
  } finally {
    await rm(unfinished, { force: true })
  }
}
