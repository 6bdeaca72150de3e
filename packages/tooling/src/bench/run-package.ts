import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { here, root } from '../steps/workspace.ts'
import type { BenchEvent } from './benchmark.ts'

/**
 * Runs `packages/NAME/bench/run.ts` and hands on what it says as it says it.
 * @returns whether it has measured all of its rows
 */
export const runPackage = async (
  name: string,
  args: readonly string[],
  hear: (event: BenchEvent) => void,
  signal: AbortSignal,
): Promise<boolean> => {
  const program = here('packages', name, 'bench', 'run.ts')
  const child = spawn('node', ['--conditions=@coinslot/source', program, '--lines', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  const stop = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  for await (const line of createInterface({ input: child.stdout })) hear(JSON.parse(line))
  signal.removeEventListener('abort', stop)
  return (await exited) === 0
}
