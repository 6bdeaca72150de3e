import { expect, test } from 'vitest'
import { createTestClock } from '../../test/test-clock.ts'
import { KeptPictures } from './kept-pictures.ts'

const MEGABYTE = 1_048_576
const picture = { contentType: 'image/png', content: Buffer.alloc(MEGABYTE) }

test('eight megabytes of pictures are kept, those that were asked for last', () => {
  const clock = createTestClock()
  const kept = new KeptPictures(clock)
  const since = clock.now().getTime()
  const until = since + 1_000
  for (const name of '01234567') kept.keep(name, { picture, since, until })
  expect(kept.find('0')).toBe(picture)
  kept.keep('8', { picture, since, until })
  // The same once more takes no more room.
  kept.keep('8', { picture, since, until })
  expect([...'012345678'].filter((name) => kept.find(name) === undefined)).toEqual(['1'])
})

test('the attack of pictures that are next to nothing is kept a thousand of them', () => {
  const clock = createTestClock()
  const kept = new KeptPictures(clock)
  const smallest = { contentType: 'image/png', content: Buffer.alloc(1) }
  const since = clock.now().getTime()
  const until = since + 1_000
  for (let name = 0; name <= 1_000; name += 1) kept.keep(`${name}`, { picture: smallest, since, until })
  expect(['0', '1', '1000'].map((name) => kept.find(name))).toEqual([undefined, smallest, smallest])
})

test('a picture is kept as long as it is good, and its room is given back', () => {
  const clock = createTestClock()
  const kept = new KeptPictures(clock)
  const since = clock.now().getTime()
  const until = since + 1_000
  for (const name of '01234567') kept.keep(name, { picture, since, until })
  clock.advance(999)
  expect(kept.find('0')).toBe(picture)
  clock.advance(1)
  for (const name of '01234567') expect(kept.find(name)).toBeUndefined()
  for (const name of 'abcdefgh') kept.keep(name, { picture, since, until: until + 1_000 })
  expect(kept.find('a')).toBe(picture)
})

test('a picture is kept no longer where the clock has been set back since', () => {
  const clock = createTestClock()
  const kept = new KeptPictures(clock)
  const since = clock.now().getTime()
  const until = since + 4_000
  kept.keep('logo', { picture, since, until })
  clock.advance(-3_600_000)
  expect(kept.find('logo')).toBeUndefined()
})
