import { accessSync, constants, statfsSync } from 'node:fs'

const MIB = 1024 * 1024
/** With less an installation most likely ended for want of room. */
const FULL_BELOW_MIB = 64
const TAKES = 'the workspace takes 1.5 GB'

/** What is wrong with the folders that an installation writes to, a sentence for each; none where nothing is.
 * @param {Readonly<Record<string, string>>} places folders, by what they are called
 * @param {(folder: string) => number} [freeBytesOf] */
export const unfitPlaces = (places, freeBytesOf = freeBytes) =>
  Object.entries(places).flatMap(([name, folder]) => {
    try {
      accessSync(folder, constants.W_OK)
      const freeMib = Math.floor(freeBytesOf(folder) / MIB)
      if (freeMib >= FULL_BELOW_MIB) return []
      return [`${name} (${folder}) is on a disk with ${freeMib} MB left: make room, ${TAKES}.`]
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
      const fault = isMissing ? 'is not there: make it' : 'cannot be written to: change that'
      return [`${name} (${folder}) ${fault}, or use another folder.`]
    }
  })

/** @param {string} folder */
const freeBytes = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
