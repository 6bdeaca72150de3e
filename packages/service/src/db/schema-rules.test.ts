import { expect, test } from 'vitest'
import { readMigrations } from './read-migrations.ts'
import { compatibleSinceOf, findUnserved } from './schema-rules.ts'

/** From here on a version runs beside the next one. */
const FIRST_TO_SAY = '090'

const applied = (name: string, compatibleSince: string | null = null) => ({ name, compatibleSince })

test.each([
  ['what it knows', ['1.sql', '2.sql'], [applied('1.sql'), applied('2.sql')], undefined],
  ['less than it knows', ['1.sql', '2.sql'], [applied('1.sql')], undefined],
  ['an expansion since what it knows', ['1.sql'], [applied('1.sql'), applied('2.sql', '1.sql')], undefined],
  ['a change that says nothing', ['1.sql'], [applied('1.sql'), applied('2.sql')], '2.sql'],
  [
    'a contraction after what it does not know',
    ['1.sql'],
    [applied('1.sql'), applied('2.sql', '1.sql'), applied('3.sql', '2.sql')],
    '3.sql',
  ],
])('code that meets %s', (_title, known, seen, refused) => {
  expect(findUnserved(known, seen)?.name).toBe(refused)
})

test('each migration from 090 on says which one older code has to know, and that comes before it', async () => {
  const migrations = await readMigrations()
  for (const { name, statements } of migrations.filter((each) => each.name >= FIRST_TO_SAY)) {
    const earlier = migrations.map((each) => each.name).filter((each) => each < name)
    expect(earlier, name).toContain(compatibleSinceOf(statements))
  }
})

test('the line is read wherever it stands', () => {
  expect(compatibleSinceOf('-- outside a transaction\n-- compatible since 083_a.sql\nselect 1')).toBe('083_a.sql')
  expect(compatibleSinceOf('-- compatible since nothing\nselect 1')).toBeNull()
})
