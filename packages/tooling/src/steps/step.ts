import { spawn } from 'node:child_process'
import { root } from './workspace.ts'

export interface Step {
  readonly name: string
  /** The program and its arguments; `node` is the workspace's own. */
  readonly command: readonly [string, ...string[]]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface StepResult {
  readonly code: number
  /** All of standard output, which was also shown. */
  readonly output: string
}

/** Runs one step to its end, showing its output; a program that cannot be started ends with 127. */
export const runStep = (
  { command: [file, ...args], cwd = root, env = {} }: Step,
  show: NodeJS.WritableStream = process.stdout,
): Promise<StepResult> =>
  new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
      shell: process.platform === 'win32',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      show.write(chunk)
    })
    child.once('error', (error) => {
      console.error(`coinslot: cannot run ${file}: ${error.message}`)
      resolve({ code: 127, output: '' })
    })
    child.once('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') }))
  })

/** Runs steps one after the other, all of them even when one fails, and gives the names of those that failed. */
export const runSteps = async (steps: readonly Step[]): Promise<string[]> => {
  const failed: string[] = []
  for (const step of steps) {
    console.log(`\n— ${step.name}`)
    const { code } = await runStep(step)
    if (code !== 0) failed.push(step.name)
  }
  return failed
}
