import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished, vi } from 'vitest'

/**
 * Watches, until the test ends, which names of which folders somebody waits for to be on the disk; on Linux.
 * @param answer what a folder says to who waits for it; it takes all by default.
 * @returns the names of a folder when it was last waited for; none where it never was.
 */
export const watchSyncedNames = (answer: () => void = () => undefined): ((folder: string) => readonly string[]) => {
  const names = new Map<string, readonly string[]>()
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    if (!fs.fstatSync(fd).isDirectory()) return
    answer()
    const folder = fs.readlinkSync(`/proc/self/fd/${fd}`)
    names.set(folder, fs.readdirSync(folder))
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return (folder) => names.get(fs.realpathSync(folder)) ?? []
}
