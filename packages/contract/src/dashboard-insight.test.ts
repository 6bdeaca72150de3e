import { expect, test } from 'vitest'
import { identityQuerySchema } from './dashboard-insight.ts'

test('identity checks of a level are asked for by its digit', () => {
  expect(identityQuerySchema.parse({})).not.toHaveProperty('level')
  expect(identityQuerySchema.parse({ level: '2' })).toMatchObject({ level: 2 })
})

test.each(['', '0', '4', '1e0', '0x2', ' 2', '+2', 'two'])(
  'a level of %j is refused with what may be asked for',
  (level) => {
    expect(identityQuerySchema.safeParse({ level }).error?.issues[0]).toMatchObject({ message: 'must be 1, 2 or 3' })
  },
)
