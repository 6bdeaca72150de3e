import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../stack/running-process.ts'

export const PAGES = join(ROOT, 'packages', 'site', 'pages')

/** A block of code in a page of the site. */
export interface Block {
  readonly language: string
  /** The file that it is, where it is named: ` ```ts [server.ts] `. */
  readonly file: string | undefined
  readonly text: string
  /** Why it is not run: the comment `<!-- not run: … -->` before it. */
  readonly notRun: string | undefined
}

const BLOCK =
  /(?:<!-- not run: (?<reason>[^>]*) -->\s*)?^```(?<language>[\w-]*)(?: \[(?<file>[^\n]+)\])?\n(?<text>.*?)^```$/gms
/** A file of the examples, shown in a page. */
const INCLUDED = /^<<< @\/\.\.\/\.\.\/\.\.\/(?<path>\S+) \[(?<file>.+)\]$/gm

export const readPage = (page: string): Promise<string> => readFile(join(PAGES, `${page}.md`), 'utf8')

/** Every block of a page, in order; what it shows of the examples is tested with them. */
export const blocksOf = async (page: string): Promise<Block[]> =>
  [...(await readPage(page)).matchAll(BLOCK)].map(({ groups = {} }) => ({
    language: groups['language'] ?? '',
    file: groups['file'],
    text: groups['text'] ?? '',
    notRun: groups['reason'],
  }))

/** Paths of the files that a page includes, with the names it gives them. */
export const includedIn = async (page: string): Promise<{ path: string; file: string }[]> =>
  [...(await readPage(page)).matchAll(INCLUDED)].map(({ groups = {} }) => ({
    path: groups['path'] ?? '',
    file: groups['file'] ?? '',
  }))

/** What a page says to write into files. */
export const filesOf = async (page: string): Promise<Record<string, string>> => {
  const files: Record<string, string> = {}
  for (const { path, file } of await includedIn(page)) files[file] = await readFile(join(ROOT, path), 'utf8')
  for (const { file, text, notRun } of await blocksOf(page)) {
    if (file !== undefined && notRun === undefined) files[file] = text
  }
  return files
}

/** What a page says to type, line by line. */
export const commandsOf = async (page: string): Promise<string[]> =>
  (await blocksOf(page))
    .filter(({ language, notRun }) => language === 'sh' && notRun === undefined)
    .flatMap(({ text }) => text.trim().split('\n'))
