import { spawnSync } from 'node:child_process'

/** The user `nobody` of most systems. */
const NOBODY = 65_534

/** Whether other users than root, who asks, cannot start a program: its own mode or that of a folder on the way keeps them out. */
export const isClosedToOthers = (program: string): boolean => {
  const { error } = spawnSync(program, ['--version'], { uid: NOBODY, gid: NOBODY, cwd: '/' })
  return error !== undefined && 'code' in error && error.code === 'EACCES'
}
