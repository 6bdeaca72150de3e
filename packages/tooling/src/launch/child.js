import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']
const LOOK_AFTER_NPM_MS = 500

/** Runs a program to its end and gives its exit code. Signals that reach this process reach the child, and the child is
 * asked to end when the process that started this one is gone: npm, or one with a channel.
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
    const lookAfterNpm = onceWithoutNpm(abandoned)
    /** @param {number} code */
    const end = (code) => {
      for (const [signal, forward] of forwards) process.off(signal, forward)
      process.off('disconnect', abandoned)
      clearInterval(lookAfterNpm)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(`coinslot: cannot run ${file}: ${error.message}`)
      end(127)
    })
    child.once('exit', (code, signal) => end(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })

/** npm that is killed alone tells nobody: what it has started is another's child from then on.
 * @param {() => void} abandoned */
const onceWithoutNpm = (abandoned) => {
  if (process.env['npm_lifecycle_event'] === undefined) return undefined
  const npm = process.ppid
  const looks = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(looks)
    abandoned()
  }, LOOK_AFTER_NPM_MS)
  return looks
}
