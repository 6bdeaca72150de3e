import { expect, test } from 'vitest'
import { unfitPath } from './unfit-path.ts'

test('a path that Vite would take for a URL is refused with what to do, and no other', () => {
  for (const folder of ['/home/ada/c#', '/home/ada/what?/coinslot'])
    expect(unfitPath(folder)).toContain(`cannot be built in ${folder}: `)
  expect(unfitPath('/home/ada/%20 ü/[coinslot]')).toBeNull()
})
