import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Runs a program to its end and gives its exit code. Signals that reach this process reach the child, and the child is
 * asked to end when the process that started this one is gone.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>} */
export const run = (file, args, options) =>
  new Promise((resolve) => {
    const forwards = FORWARDED.map((signal) => /** @type {const} */ ([signal, () => void child.kill(signal)]))
    for (const [signal, forward] of forwards) process.on(signal, forward)
    const child = spawn(file, args, { stdio: 'inherit', ...options })
    const abandoned = () => void child.kill('SIGTERM')
    process.once('disconnect', abandoned)
    process.channel?.unref()
    /** @param {number} code */
    const end = (code) => {
      for (const [signal, forward] of forwards) process.off(signal, forward)
      process.off('disconnect', abandoned)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`coinslot: cannot run ${file}: ${error.message}`)
      end(127)
    })
    child.once('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
