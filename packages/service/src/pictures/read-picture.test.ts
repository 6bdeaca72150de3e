import { imageSize } from 'image-size'
import { describe, expect, test } from 'vitest'
import { avifOf, jpegOf, pngOf, webpOf } from '../../test/picture-files.ts'
import { pictureType } from './read-picture.ts'

describe('what is a picture', () => {
  test.each([
    ['image/png', pngOf(64, 64)],
    ['image/jpeg', jpegOf(64, 64)],
    ['image/webp', webpOf(64, 64)],
    ['image/avif', avifOf(64, 64)],
  ])('%s, by its content', (type, content) => expect(pictureType(content)).toBe(type))

  test.each([
    ['PNG', pngOf],
    ['JPEG', jpegOf],
    ['WebP', webpOf],
    ['AVIF', avifOf],
  ])('%s of 2,048 pixels a side is one, and of one more is not', (_name, make) => {
    expect(pictureType(make(2_048, 2_048))).not.toBeNull()
    expect(pictureType(make(2_049, 1))).toBeNull()
    expect(pictureType(make(1, 2_049))).toBeNull()
  })

  test('one without a width or a height is none', () => {
    for (const [width, height] of [
      [0, 64],
      [64, 0],
    ] as const)
      expect(pictureType(pngOf(width, height))).toBeNull()
  })

  test.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['GIF', 'GIF89a\x08\x00\x08\x00\x00\x00\x00'],
    ['BMP', 'BM\x00\x00\x00\x00\x00\x00\x00\x00\x1a\x00\x00\x00\x0c\x00\x00\x00\x08\x00\x08\x00'],
    ['nothing', ''],
    ['the beginning of a PNG', '\x89PNG\r\n\x1a\n'],
  ])('%s is none', (_name, content) => expect(pictureType(Buffer.from(content, 'latin1'))).toBeNull())

  test('is said of an AVIF whatever follows what it begins with', () => {
    expect(pictureType(Buffer.concat([avifOf(64, 64), Buffer.alloc(1_000_000)]))).toBe('image/avif')
  })
})

test('the attack of an AVIF that says its size 50,000 times, each looked for in all that follow, ends after 32,768 bytes', () => {
  const [within, past] = [avifOf(64, 64, 1_635), avifOf(64, 64, 1_636)]
  expect([within.length, past.length]).toEqual([32_752, 32_772])
  expect(pictureType(within)).toBe('image/avif')
  for (const content of [past, avifOf(64, 64, 50_000)]) expect(pictureType(content)).toBeNull()
})

test('the attack of a JPEG that says nonsense for a megabyte ends after 262,144 bytes, which the words of editors seldom reach', () => {
  const words = Buffer.concat([Buffer.from('ffe2ffff', 'hex'), Buffer.alloc(65_533)])
  const after = (times: number) => jpegOf(64, 64, Buffer.concat(Array.from({ length: times }, () => words)))
  expect(pictureType(after(3))).toBe('image/jpeg')
  for (const times of [4, 15]) expect(pictureType(after(times))).toBeNull()
})

test('the attack of icons without end in a file that is no picture of ours measures none of them', () => {
  const icons = Buffer.from(`icns\0\u0004\0\0${'ic07\0\0\0\u0008'.repeat(32_767)}`, 'latin1')
  expect(pictureType(icons)).toBeNull()
  expect(() => imageSize(icons)).toThrow('disabled file type: icns')
})
