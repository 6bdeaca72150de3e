import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SERVICE = join(import.meta.dirname, '../../service/src')
const PAGE = join(import.meta.dirname, '../pages/reference/errors.md')

/** The codes that classes of errors in a room carry. */
const codesOf = (room: string): string[] =>
  globSync(`${room}/*.ts`, { cwd: SERVICE }).flatMap((file) =>
    [...readFileSync(join(SERVICE, file), 'utf8').matchAll(/readonly code = '(\w+)'/g)].map(([, code = '']) => code),
  )

test('every code of an error that `startService` throws, or that the log names, is on the page of codes', () => {
  const page = readFileSync(PAGE, 'utf8')
  const codes = ['composition', 'db', 'kyc', 'mail', 'platform', 'widget'].flatMap(codesOf)
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
  expect(codes.length).toBeGreaterThan(10)
})
