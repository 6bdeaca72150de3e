import { type ChildProcess, spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@coinslot/tooling/free-ports'
import type { OpenBrowser, OpenPage } from './find-browsers.ts'

const MINI_BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'

/** A screen in memory; the server names the display that it took. */
const startScreen = async (): Promise<{ process: ChildProcess; display: string }> => {
  const process = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<string>((resolve, reject) => {
    process.once('error', reject)
    process.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  return { process, display: `:${number}` }
}

const answering = async (url: string): Promise<void> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (
      await fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('WebKitWebDriver does not answer')
}

const CALL_TIMEOUT_MS = 20_000
const STARTS = 3

/** WebKit's own driver, with one session that shows the page. */
const openSession = async (driverPath: string, env: NodeJS.ProcessEnv, url: string): Promise<OpenPage> => {
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], { env, stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}`
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method,
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { value }: { value: { error?: string; message?: string } | null } = (await response.json()) as never
    if (!response.ok) throw new Error(`${method} ${path}: ${value?.error} ${value?.message}`)
    return value
  }
  try {
    await answering(base)
    const [binary] = globSync(MINI_BROWSER)
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } }
    const { sessionId } = (await call('POST', '/session', { capabilities: { alwaysMatch: options } })) as {
      sessionId: string
    }
    const go = async (to: string): Promise<void> => void (await call('POST', `/session/${sessionId}/url`, { url: to }))
    await go(url)
    return {
      go,
      read: (expression) =>
        call('POST', `/session/${sessionId}/execute/sync`, { script: `return ${expression}`, args: [] }),
      close: async () => {
        await call('DELETE', `/session/${sessionId}`).catch(() => undefined)
        driver.kill()
      },
    }
  } catch (error) {
    driver.kill('SIGKILL')
    throw error
  }
}

/** WebKit through its WebDriver, on a screen in memory; a driver of its own for each page, started anew where it hangs. */
export const startWebKit = async (driverPath: string): Promise<OpenBrowser> => {
  const screen = await startScreen()
  const home = mkdtempSync(join(tmpdir(), 'coinslot-webkit-'))
  const env = {
    ...process.env,
    DISPLAY: screen.display,
    HOME: home,
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  }
  const show = async (url: string): Promise<OpenPage> => {
    for (let start = 1; ; start += 1) {
      try {
        return await openSession(driverPath, env, url)
      } catch (error) {
        if (start === STARTS) throw error
      }
    }
  }
  return {
    show,
    close: async () => {
      screen.process.kill()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
