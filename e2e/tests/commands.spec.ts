import { chmod, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@coinslot/tooling/free-ports'
import { CARDS, payByCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { balanceOf, buy, seeBalance } from '../actors/player.ts'
import { ROOT, RunningProcess } from '../stack/running-process.ts'
import { expect, test } from '../stack/test.ts'

const LAUNCHER = join(ROOT, 'packages', 'tooling', 'run.js')
let dataDir: string
let env: Record<string, string>
let shopUrl: string

// The first test makes the data, which takes as long as all the rest of a start; the others start on it.
test.beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'coinslot e2e '))
  // As `mkdir` leaves one.
  await chmod(dataDir, 0o755)
})
test.beforeEach(async () => {
  const [servicePort, shopPort] = await freePorts(2)
  shopUrl = `http://localhost:${shopPort}`
  env = { COINSLOT_DATA_DIR: dataDir, COINSLOT_PORT: `${servicePort}`, COINSLOT_DEMO_PORT: `${shopPort}` }
})
test.afterAll(() => rm(dataDir, { recursive: true, force: true }))

const run = (command: string, variables: Record<string, string> = {}) =>
  new RunningProcess(['node', LAUNCHER, command], { ...env, ...variables })

/** A port that is taken while the function runs. */
const whileTaken = async (port: number, act: () => Promise<void>): Promise<void> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect((server.address() as AddressInfo).port).toBe(port)
  await act()
  await new Promise((resolve) => server.close(resolve))
}

/** What a command has to say. */
const complaint = (errors: string): string[] => errors.split('\n').filter((line) => line !== '')

test('npm start says where to click; Ctrl-C ends it with 0; started again, the coins are still there', async ({
  page,
}) => {
  const first = run('start')
  await first.says(/Shop\s+http:\/\/localhost:\d+/)
  await page.goto(shopUrl)
  await buy(page, 'Pouch of 500 coins')
  await payByCard(widgetOf(page), CARDS.approved)
  await seeHeading(widgetOf(page), 'Payment approved')
  await press(widgetOf(page), 'Done')
  await seeBalance(page, 500)
  first.signalGroup('SIGINT')
  expect(await first.ended).toMatchObject({ code: 0, errors: '' })

  expect((await stat(dataDir)).mode & 0o777, 'the folder is closed to other users').toBe(0o700)
  const account = join(dataDir, 'demo', 'merchant.json')
  expect((await stat(account)).mode & 0o777).toBe(0o600)
  const before = await readFile(account, 'utf8')

  const second = run('start')
  await second.says(/Shop\s+http:\/\/localhost:\d+/)
  expect(second.said, 'what takes time was done by the first start').not.toMatch(/installing|Building/)
  await page.goto(shopUrl)
  expect(await balanceOf(page)).toBe(500)
  expect(await readFile(account, 'utf8')).toBe(before)

  const [, link = ''] = await second.says(/Dashboard\s+(http\S+)/)
  await page.goto(link)
  await page.getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('table', { name: 'Payments' })).toContainText('Pouch of 500 coins')
  second.signal('SIGTERM')
  expect((await second.ended).code).toBe(0)
})

test('killed without warning, npm start leaves no server behind', async ({ request }) => {
  const start = run('start')
  await start.says(/Shop\s+http:\/\/localhost:\d+/)
  start.signal('SIGKILL')
  await expect
    .poll(() =>
      Promise.all([shopUrl, `http://127.0.0.1:${env['COINSLOT_PORT']}/healthz`].map((url) => isUp(request, url))),
    )
    .toEqual([false, false])
})

test('npm start whose output takes nothing ends with one line, and leaves no server behind', async ({ request }) => {
  const start = new RunningProcess(['sh', '-c', 'exec node "$0" start > /dev/full', LAUNCHER], env)
  const { code, errors } = await start.ended
  expect(code).toBe(1)
  expect(complaint(errors)).toEqual([expect.stringMatching(/^coinslot: nothing can be printed \(ENOSPC/)])
  expect(await isUp(request, shopUrl)).toBe(false)
})

const isUp = (request: { get(url: string): Promise<unknown> }, url: string): Promise<boolean> =>
  request.get(url.replace('localhost', '127.0.0.1')).then(
    () => true,
    () => false,
  )

for (const [variable, value] of [
  ['COINSLOT_PORT', 'http'],
  ['COINSLOT_DEMO_PORT', '70000'],
  ['COINSLOT_LOG_LEVEL', 'loud'],
] as const) {
  test(`${variable}=${value} stops the start with one line that names it`, async () => {
    const { code, errors } = await run('start', { [variable]: value }).ended
    expect(code).toBe(1)
    expect(complaint(errors)).toEqual([expect.stringContaining(variable)])
  })
}

for (const variable of ['COINSLOT_PORT', 'COINSLOT_DEMO_PORT']) {
  test(`a taken ${variable} stops the start with one line`, async () => {
    await whileTaken(Number(env[variable]), async () => {
      const { code, errors } = await run('start').ended
      expect(code).toBe(1)
      expect(complaint(errors)).toEqual([expect.stringContaining(variable)])
    })
  })
}

test('a log that cannot be written stops the start with one line that names it', async () => {
  const folder = join(dataDir, 'without a log')
  await mkdir(join(folder, 'service.log'), { recursive: true, mode: 0o700 })
  const { code, errors } = await run('start', { COINSLOT_DATA_DIR: folder }).ended
  expect(code).toBe(1)
  expect(complaint(errors)).toEqual([expect.stringContaining('service.log')])
})

for (const [folder, said] of [
  ['/proc/coinslot', 'The data folder /proc/coinslot cannot be made (ENOENT); set COINSLOT_DATA_DIR to another'],
  ['/sys/coinslot', "'/sys/coinslot': set COINSLOT_DATA_DIR to a folder that you may write to"],
] as const) {
  test(`${folder}, a data folder that cannot be made, stops the start with one line that names the variable`, async () => {
    const { code, errors } = await run('start', { COINSLOT_DATA_DIR: folder }).ended
    expect(code).toBe(1)
    expect(complaint(errors)).toEqual([expect.stringContaining(said)])
  })
}

test('Ctrl-C while the account of the shop is made says nothing', async () => {
  const start = run('start')
  const log = () => readFile(join(dataDir, 'service.log'), 'utf8').catch(() => '')
  await expect.poll(log, { intervals: [20] }).toContain(`listens on http://127.0.0.1:${env['COINSLOT_PORT']}`)
  start.signalGroup('SIGINT')
  expect(await start.ended).toMatchObject({ code: 0, errors: '' })
})

test('a second service on the same data stops with one line, and the first serves on', async ({ request }) => {
  const first = run('service')
  await first.says(/listens on/)
  const [otherPort] = await freePorts(1)
  const { code, errors } = await run('service', { COINSLOT_PORT: `${otherPort}` }).ended
  expect(code).toBe(1)
  expect(complaint(errors)).toHaveLength(1)
  expect((await request.get(`http://127.0.0.1:${env['COINSLOT_PORT']}/healthz`)).ok()).toBe(true)
  const start = await run('start').ended
  expect(start.code).toBe(1)
  expect(complaint(start.errors)).toEqual([
    expect.stringMatching(/runs already on the data in .*: stop that one first/),
  ])
  first.signal('SIGTERM')
  expect((await first.ended).code).toBe(0)
})

test('an unknown command is refused with 2 and the list of root scripts', async () => {
  const { code, errors } = await run('dance').ended
  expect(code).toBe(2)
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  expect(Object.keys(scripts).filter((script) => !errors.includes(script))).toEqual([])
})

test('options that a root script does not take are refused with 2, before it begins', async () => {
  const refused = async (...words: [string, ...string[]]) => {
    const { code, errors } = await new RunningProcess(['node', LAUNCHER, ...words], env).ended
    expect([code, complaint(errors).length], errors).toEqual([2, 1])
    return errors
  }
  expect(await refused('start', '--port', '5000')).toContain('start takes no options: --port 5000.')
  expect(await refused('bench', '--only')).toContain('the options are --json, --only, --keep')
  expect(await refused('scale', '--intents', '1')).toContain('--intents takes a whole number from 10000')
  expect(await refused('mutate', 'nothing.ts')).toContain('there is no file nothing.ts')
})

test('npm start, as typed, ends with 0 after Ctrl-C', async () => {
  const npm = new RunningProcess(['npm', 'start'], env)
  await npm.says(/Shop\s+http:\/\/localhost:\d+/)
  npm.signalGroup('SIGINT')
  expect((await npm.ended).code).toBe(0)
})
