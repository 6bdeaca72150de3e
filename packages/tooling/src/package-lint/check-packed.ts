import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { root } from '../steps/workspace.ts'

/** What is asked of a package beside what is asked of all. */
export interface Demands {
  /** How long its scripts may be together, in compressed bytes. */
  readonly maxJsBytes?: number
  /** False where nothing of it is imported in TypeScript. */
  readonly hasTypes?: boolean
  /** Files that hold the licences of what goes along in its scripts. */
  readonly licences?: readonly string[]
}

/** More than all scripts of a package. */
const MAX_OUTPUT_BYTES = 64_000_000

/** Runs a program in the workspace's folder. @returns its standard output. */
export const outputOf = async (command: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    cwd: root,
    // The build has run.
    env: { ...process.env, npm_config_ignore_scripts: 'true' },
    shell: process.platform === 'win32',
  })
  return stdout
}

/** Names that stand in one list alone. */
const differences = (one: readonly string[], other: readonly string[]): string[] => [
  ...one.filter((each) => !other.includes(each)),
  ...other.filter((each) => !one.includes(each)),
]

/** A linter's report; what it reports of a package that it refuses is part of the error. */
const lint = async (command: string, args: readonly string[], tarball: string): Promise<string> => {
  try {
    return (await outputOf(command, [...args, tarball])).trim()
  } catch (error) {
    const { stdout = '' } = error as { stdout?: string }
    throw new Error(`${basename(tarball)}: ${command} refuses it:\n${stdout.trim()}`, { cause: error })
  }
}

/**
 * Lints a package as pnpm packed it.
 * @param tarball the packed file.
 * @param packedByNpm the names of the files that npm would pack.
 * @returns what to print.
 * @throws {Error} with all that is wrong.
 */
export const checkPacked = async (
  tarball: string,
  packedByNpm: readonly string[],
  { maxJsBytes, hasTypes = true, licences = [] }: Demands,
): Promise<string> => {
  const name = basename(tarball)
  const files = await outputOf('tar', ['-tzf', tarball])
  const scripts = files.split('\n').filter((file) => file.endsWith('.js'))
  const code = await outputOf('tar', ['-xOzf', tarball, ...scripts])
  const size = gzipSync(code, { level: 9 }).length
  const ofAtMost = maxJsBytes === undefined ? '' : ` of at most ${maxJsBytes}`
  const packed = files.split('\n').filter((file) => file !== '')
  const otherwise = differences(
    packed.map((file) => file.replace(/^package\//, '')),
    packedByNpm,
  )
  const manifest = await outputOf('tar', ['-xOzf', tarball, 'package/package.json'])
  const { exports }: { exports?: unknown } = JSON.parse(manifest)
  const faults = [
    maxJsBytes !== undefined && size > maxJsBytes && `its JavaScript has ${size} bytes${ofAtMost}`,
    String(JSON.stringify(exports)).includes('@coinslot/source') && 'its exports lead to sources',
    manifest.includes('workspace:') && 'a dependency has no version',
    /\.test\./.test(files) && 'it contains tests',
    /__PURE__(?! ?\*\/)/.test(code) && 'a comment in it speaks of __PURE__, of which Rollup warns',
    otherwise.length > 0 && `npm and pnpm pack otherwise: ${otherwise.join(', ')}`,
    ...['repository', 'homepage', 'bugs'].map((field) => !manifest.includes(`"${field}"`) && `it has no ${field}`),
    !/README\.md/.test(files) && 'it has no README',
    ...licences.map((file) => !packed.includes(`package/${file}`) && `${file}, of what goes along, is missing`),
  ].filter((fault) => fault !== false)
  if (faults.length > 0) throw new Error(`${name}: ${faults.join(', ')}`)
  return [
    `${name}: ${statSync(tarball).size} bytes; its JavaScript ${size} bytes${ofAtMost}`,
    await lint('publint', ['--strict'], tarball),
    ...(hasTypes ? [await lint('attw', ['--profile', 'esm-only', '--no-color', '--no-emoji'], tarball)] : []),
  ].join('\n')
}
