import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { ServiceDeps } from '../composition/deps.ts'
import { claimControlSocket, controlSocketPath, releaseControlSocket } from './control-channel.ts'
import { isServed } from './control-client.ts'
import { startControlServer } from './control-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'coinslot-test-'))
const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
mkdirSync(deep, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

describe('the control socket (decisions.md §9)', () => {
  test('stands in the data folder', () => {
    expect(claimControlSocket(folder)).toBe(join(folder, 'control.sock'))
    expect(controlSocketPath(folder)).toBe(join(folder, 'control.sock'))
  })

  test('of a folder with a long path stands where only this user may look, and is found from the folder, not from a copy of it', () => {
    const path = claimControlSocket(deep)
    expect(controlSocketPath(deep)).toBe(path)
    expect(path.length).toBeLessThanOrEqual(100)
    expect(statSync(dirname(path)).mode & 0o077).toBe(0)
    expect(statSync(join(deep, 'control.address')).mode & 0o077).toBe(0)
    cpSync(deep, `${deep}-copied`, { recursive: true })
    expect(dirname(controlSocketPath(`${deep}-copied`))).toBe(`${deep}-copied`)
    releaseControlSocket(deep, path)
    expect(existsSync(dirname(path))).toBe(false)
    expect(dirname(controlSocketPath(deep))).toBe(deep)
  })

  test.skipIf(process.platform === 'win32').each([
    ['missing', join(folder, 'nowhere')],
    ['as long', deep],
  ])(
    'of a folder with a long path is refused with what to do where the one for temporary files is %s',
    (_, temporary) => {
      vi.stubEnv('TMPDIR', temporary)
      expect(() => claimControlSocket(deep)).toThrow(
        expect.objectContaining({
          code: 'no_control_socket',
          message: expect.stringContaining('set COINSLOT_DATA_DIR'),
        }),
      )
      vi.unstubAllEnvs()
    },
  )

  test.skipIf(process.platform === 'win32')('takes commands of this user alone', async () => {
    const stop = await startControlServer(folder, {} as ServiceDeps)
    expect(statSync(join(folder, 'control.sock')).mode & 0o177).toBe(0)
    await stop()
    // What the process makes afterwards is its own to enter.
    mkdirSync(join(folder, 'later'), { mode: 0o700 })
    expect(statSync(join(folder, 'later')).mode & 0o777).toBe(0o700)
  })

  test.skipIf(process.platform === 'win32')('takes the place of the one that a killed process has left', async () => {
    const script = `require('node:net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`
    expect(spawnSync(process.execPath, ['-e', script, controlSocketPath(folder)]).signal).toBe('SIGKILL')
    expect(existsSync(controlSocketPath(folder))).toBe(true)
    expect(await isServed(folder)).toBe(false)
    const stop = await startControlServer(folder, {} as ServiceDeps)
    expect(await isServed(folder)).toBe(true)
    await stop()
  })

  test.skipIf(process.platform === 'win32')('leaves nothing behind, and nobody waiting, when it stops', async () => {
    const stop = await startControlServer(deep, {} as ServiceDeps)
    const path = controlSocketPath(deep)
    const caller = connect(path)
    const closed = once(caller, 'close')
    await once(caller, 'connect')
    await stop()
    await closed
    expect(existsSync(dirname(path))).toBe(false)
  })

  test('is not looked for elsewhere before a process has claimed one', () => {
    expect(dirname(controlSocketPath(join(deep, 'c')))).toBe(join(deep, 'c'))
  })
})
