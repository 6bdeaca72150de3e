import { existsSync } from 'node:fs'

/** What Node's threads are at, by its names: `process.exit` waits until each of them has come back from the system. */
const IN_THREADS = ['GetAddrInfoReqWrap', 'FSReqCallback', 'FSReqPromise']

/** A program that ends at once takes the process's place with its threads; where an upgrade has taken it away, Node would abort. */
const becomeNothing = (): void => {
  const node = process.execPath
  if (existsSync(node)) process.execve?.(node, [node, '--eval', '0'], {})
}

/**
 * Ends the process with exit code 0, and from Node 22.15 on without waiting for names whose servers do not answer, which takes
 * half a minute, or for a disk that hangs.
 */
export const endProcess = (): never => {
  const waits = process.getActiveResourcesInfo().some((each) => IN_THREADS.includes(each))
  if (waits && process.platform !== 'win32') process.once('exit', becomeNothing)
  process.exit(0)
}
