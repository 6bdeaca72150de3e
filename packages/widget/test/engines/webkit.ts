import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { freePort } from '@coinslot/tooling/free-ports'
import { type Engine, FIND, poll, until } from './engine.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const COMMAND_TIMEOUT_MS = 20_000
/** Of the driver, and of the browser that it starts: a cold disk gives their 100 MB late. */
const START_TIMEOUT_MS = 80_000
/**
 * A script in a document that is just being replaced is never answered, whatever the driver's own limit for scripts:
 * given up after this, and asked again.
 */
const SCRIPT_TIMEOUT_MS = 2_000
/** How long a click may take to reach its button. */
const LANDING_MS = 2_000
type Reference = Record<string, string>

const started = (url: string): Promise<unknown> =>
  poll(async () => fetch(`${url}/status`).catch(() => null), START_TIMEOUT_MS)

const exited = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/** A screen of its own that nobody looks at. */
const openScreen = async (): Promise<{ server: ChildProcess; display: string }> => {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1600x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [display] = await once(server.stdio[3] as Readable, 'data')
  return { server, display: `:${String(display).trim()}` }
}

/** The browser that comes with WebKitGTK. */
export const findMiniBrowser = (): string | null =>
  globSync('/usr/{lib,libexec}/{*/,}webkit2gtk-4.*/MiniBrowser').find((path) => existsSync(path)) ?? null

/** WebKitGTK's MiniBrowser over WebDriver, on a screen of its own. */
export const launchWebKit = async (driverPath: string, browserPath: string): Promise<Engine> => {
  const port = await freePort()
  const screen = await openScreen()
  const driver = spawn(driverPath, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: screen.display,
      LANG: 'en_US.UTF-8',
      LANGUAGE: 'en_US',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const stop = async (): Promise<void> => {
    await exited(driver)
    await exited(screen.server)
  }

  const url = `http://127.0.0.1:${port}`
  const call = async (
    method: string,
    path: string,
    body?: object,
    timeoutMs = COMMAND_TIMEOUT_MS,
  ): Promise<unknown> => {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} was not answered`, { cause })
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const openSession = async (): Promise<string> => {
    await started(url)
    const browserOptions = { binary: browserPath, args: ['--automation'] }
    const alwaysMatch = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': browserOptions }
    const body = { capabilities: { alwaysMatch } }
    const { sessionId } = (await call('POST', '/session', body, START_TIMEOUT_MS)) as { sessionId: string }
    return `/session/${sessionId}`
  }
  const session = await openSession().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  // This driver's clicks do not scroll the page around a frame of another origin: all of the frame is to be in view.
  await call('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1200, height: 1500 })
  const run = (script: string): Promise<unknown> =>
    call('POST', `${session}/execute/sync`, { script: `return (${script})`, args: [] }, SCRIPT_TIMEOUT_MS)
  const find = (kind: string, name: string): Promise<string> =>
    until(async () => {
      const source = `(${FIND})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`
      const found = (await run(source).catch(() => null)) as Reference | null
      return found?.[ELEMENT] ?? null
    }, `${kind} "${name}"`)
  /** Whether the button has heard of the last click, or has gone away with its document. */
  const hasLanded = async (): Promise<true | null> => ((await run('window.hasLanded').catch(() => true)) ? true : null)
  /** This driver's clicks go past a button whose frame is still moving. */
  const click = async (name: string): Promise<true | null> => {
    const button = await find('button', name)
    const script =
      'window.hasLanded = false; arguments[0].addEventListener("click", () => (window.hasLanded = true), { once: true })'
    await call('POST', `${session}/execute/sync`, { script, args: [{ [ELEMENT]: button }] })
    await call('POST', `${session}/element/${button}/click`, {})
    return poll(hasLanded, LANDING_MS)
  }
  const send = async (element: string, text: string): Promise<void> =>
    void (await call('POST', `${session}/element/${element}/value`, { text }))

  return {
    open: async (address) => void (await call('POST', `${session}/url`, { url: address })),
    evaluate: run,
    back: async () => void (await call('POST', `${session}/back`, {})),
    findRestored: () => Promise.resolve(),
    enterFrame: async () => {
      const frame = await until(
        async () => (await run(`document.querySelector('iframe')`).catch(() => null)) as Reference | null,
        'frame',
      )
      await call('POST', `${session}/frame`, { id: frame })
    },
    leaveFrames: async () => void (await call('POST', `${session}/frame`, { id: null })),
    type: async (name, text) => {
      const element = await find('box', name)
      // This driver types into a frame of another origin only once a click has moved the focus there.
      await call('POST', `${session}/element/${element}/click`, {})
      await send(element, text)
    },
    read: async (name) => String(await call('GET', `${session}/element/${await find('box', name)}/property/value`)),
    press: async (name) => void (await until(() => click(name), `button "${name}" that a click lands on`)),
    choose: async (name, path) => send(await find('box', name), path),
    sees: async (words) => (await find('text', words)) !== '',
    close: async () => {
      await call('DELETE', session).catch(() => null)
      await stop()
    },
  }
}
