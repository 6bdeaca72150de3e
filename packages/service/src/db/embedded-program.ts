import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { PGliteOptions } from '@electric-sql/pglite'

type Program = NonNullable<PGliteOptions['pgliteWasmModule']>

/** Node has it, but not its types. */
const { WebAssembly: compiler } = globalThis as unknown as {
  readonly WebAssembly: { compile(bytes: Uint8Array): Promise<Program> }
}

const compile = async (): Promise<Program> => {
  const path = createRequire(import.meta.url).resolve('@electric-sql/pglite/pglite.wasm')
  return compiler.compile(await readFile(path))
}

let compiled: Promise<Program> | undefined

/** The embedded database's program: compiled once per process, on threads beside what the process does meanwhile. */
export const embeddedProgram = (): Promise<Program> => (compiled ??= compile())
