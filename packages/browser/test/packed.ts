import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ROOT } from '../build/bundle.ts'

const WORKSPACE = join(ROOT, '..', '..')
/** What a consumer has beside the package; taken from the workspace, so that no network is needed. */
const INSTALLED = ['react', 'react-dom', 'vue', 'svelte', '@lit/react', '@lit/reactive-element']

const unpack = (name: string, folder: string): void => {
  const packed = mkdtempSync(join(tmpdir(), 'coinslot-pack-'))
  const pack = ['pack', '--pack-destination', packed]
  execFileSync(join(WORKSPACE, 'node_modules', '.bin', 'pnpm'), pack, {
    cwd: join(WORKSPACE, 'packages', name),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const target = join(folder, 'node_modules', '@coinslot', name)
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xzf', join(packed, readdirSync(packed)[0] ?? ''), '-C', target, '--strip-components=1'])
  rmSync(packed, { recursive: true })
}

/** A project of its own that has the packed packages installed, and the sources of the consumers. */
export const createConsumerProject = (): { folder: string; remove: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'coinslot-consumer-'))
  for (const name of ['contract', 'browser']) unpack(name, folder)
  for (const name of INSTALLED) {
    const target = join(folder, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules', name), target)
  }
  cpSync(join(ROOT, 'test', 'consumers'), folder, { recursive: true })
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
