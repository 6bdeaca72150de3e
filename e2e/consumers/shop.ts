import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { freePorts } from '@coinslot/tooling/free-ports'
import { CARDS, payByCard, press, seeHeading } from '../actors/buyer.ts'
import { RunningProcess } from '../stack/running-process.ts'
import { EXAMPLES, plainEnvironment } from './project.ts'
import { PROJECT } from './project-folder.ts'
import type { PackedService } from './packed-service.ts'

/** What guides type with `npx`, which takes seconds to find it. */
const CREATE = `${join(PROJECT, 'node_modules', '.bin', 'coinslot-service')} clients create --merchant Shop --origin http://localhost:3000 --webhook http://localhost:3000/coinslot/webhook --env > .env`

/** A shop in a folder of its own, as someone has copied or typed it, beside what they have installed. */
export class Shop {
  readonly #folder: string
  readonly #port: number
  readonly #service: PackedService
  #server: RunningProcess | undefined

  private constructor(folder: string, port: number, service: PackedService) {
    this.#folder = folder
    this.#port = port
    this.#service = service
  }

  static async open(name: string, service: PackedService): Promise<Shop> {
    const folder = join(PROJECT, name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { recursive: true })
    const [port = 0] = await freePorts(1)
    return new Shop(folder, port, service)
  }

  get url(): string {
    return `http://localhost:${this.#port}`
  }

  /** A copy of an example, without what was made in it. */
  async copy(example: string): Promise<void> {
    const isSource = (path: string): boolean => !/[\\/](node_modules|\.next|\.coinslot|\.env)$/.test(path)
    await cp(join(EXAMPLES, example), this.#folder, { recursive: true, filter: isSource })
    await this.moveHere()
  }

  /** Gives the shop's own script the address and the merchant of this run. */
  async moveHere(): Promise<void> {
    const manifest = JSON.parse(await this.read('package.json'))
    manifest.scripts.setup &&= this.#here(manifest.scripts.setup)
    await this.write({ 'package.json': JSON.stringify(manifest) })
  }

  async write(files: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(this.#folder, name)), { recursive: true })
      await writeFile(join(this.#folder, name), text)
    }
  }

  read(name: string): Promise<string> {
    return readFile(join(this.#folder, name), 'utf8')
  }

  /** Puts the packages where scripts look for them by path; imports find them in the folder above as well. */
  async link(): Promise<void> {
    await symlink(join(PROJECT, 'node_modules'), join(this.#folder, 'node_modules'), 'dir')
  }

  /** Types a command; addresses and the merchant in it become this run's. @returns what it prints */
  async type(command: string): Promise<string> {
    const { stdout } = await promisify(execFile)('sh', ['-c', this.#here(command)], {
      cwd: this.#folder,
      env: this.#environment(),
    })
    return stdout
  }

  /** Issues the shop's credentials: as every guide does, or by a script of its own. */
  async setUp(command = CREATE): Promise<void> {
    await this.type(command)
  }

  /** Starts the shop and waits until it serves. */
  async start(command: string): Promise<void> {
    this.#server = new RunningProcess(['sh', '-c', this.#here(command)], this.#environment(), this.#folder)
    await expect(async () => void (await fetch(this.url))).toPass({ timeout: 60_000 })
  }

  /** A buyer presses the button, pays, and the coins are delivered. */
  async sell(page: Page): Promise<void> {
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(this.url)
    await page.getByRole('button', { name: /^Buy/ }).click()
    const widget = page.locator('iframe').contentFrame()
    await payByCard(widget, CARDS.approved)
    await seeHeading(widget, 'Payment approved')
    await press(widget, 'Done')
    await this.says(/Deliver coins-500 to player-1/)
    expect(faults).toEqual([])
  }

  async says(pattern: RegExp): Promise<void> {
    await this.#server?.says(pattern)
  }

  async close(): Promise<void> {
    await this.#server?.stop()
  }

  #here(text: string): string {
    const merchant = `--merchant "${basename(this.#folder)}"`
    return text.replaceAll('localhost:3000', `localhost:${this.#port}`).replace(/--merchant (\w+|"[^"]+")/, merchant)
  }

  #environment(): Record<string, string> {
    return { ...plainEnvironment(), ...this.#service.environment, PORT: String(this.#port) }
  }
}
