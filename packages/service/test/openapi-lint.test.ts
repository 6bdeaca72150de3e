import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openApiDocument } from '../src/reference/openapi.ts'

const lint = async (file: string): Promise<{ code: number; output: string }> => {
  const folder = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'))
  const child = spawn(
    process.execPath,
    [join(folder, 'bin', 'cli.js'), 'lint', '--extends=recommended', '--format=stylish', file],
    {
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  const code = new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  const output = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, output: output.join('') }
}

test('the OpenAPI document passes the recommended rules of an independent linter', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-openapi-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, JSON.stringify(openApiDocument('https://pay.coinslot.dev')))
  const { code, output } = await lint(file)
  await rm(folder, { recursive: true })
  expect(output).toContain('Your API description is valid')
  expect(output).not.toMatch(/warning/i)
  expect(code).toBe(0)
})
