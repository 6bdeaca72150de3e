import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { ROOT } from '../build/bundle.ts'

const FOLDER = join(ROOT, 'test', 'tags')
/** Not found by whoever compiles the whole workspace: these files have faults. */
const CONFIG = './tsconfig.tags.json'

/** The lines of a file that say of themselves that they are wrong. */
const wrongLines = (file: string): number[] =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => (line.includes('wrong:') ? [index + 1] : []))

/** What a framework's compiler says of the tags in this folder. */
const compile = async (command: string, ...args: string[]): Promise<string> => {
  const path = join(FOLDER, 'node_modules', '.bin', command)
  const { stdout } = await promisify(execFile)(path, args, { cwd: FOLDER }).catch((failure) => failure)
  return String(stdout)
}

/** The lines of a file that a compiler complains of; `complaint` finds file and line. */
const refusedLines = (output: string, file: string, complaint: RegExp): number[] => {
  const lines = [...output.matchAll(complaint)].flatMap(([, name, line]) => (name === file ? [Number(line)] : []))
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

test('tags in JSX of React, Preact and Solid, and in templates of Vue, are checked by their compilers', async () => {
  const output = await compile('vue-tsc', '--project', CONFIG, '--noEmit', '--pretty', 'false')
  for (const file of ['react.tsx', 'preact.tsx', 'solid.tsx', 'Vue.vue'])
    expect(refusedLines(output, file, /^([\w.]+)\((\d+),\d+\): error/gm), `${file}\n${output}`).toEqual(
      wrongLines(file),
    )
}, 120_000)

test('tags in templates of Svelte are checked by its compiler', async () => {
  const output = await compile('svelte-check', '--tsconfig', CONFIG, '--output', 'machine', '--threshold', 'error')
  expect(refusedLines(output, 'Svelte.svelte', /ERROR "([\w.]+)" (\d+):\d+ "(?!Error in )/g), output).toEqual(
    wrongLines('Svelte.svelte'),
  )
}, 120_000)
