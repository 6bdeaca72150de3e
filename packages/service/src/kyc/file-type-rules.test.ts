import { expect, test } from 'vitest'
import { sniffFileType } from './file-type-rules.ts'

test.each([
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['image/png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
  ['image/webp', Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1')],
  ['application/pdf', Buffer.from('%PDF-1.7\n')],
])('knows %s by its first bytes', (type, bytes) => expect(sniffFileType(bytes)).toBe(type))

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><script>'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['a GIF', 'GIF89a'],
  ['a WAV, which is RIFF as well', 'RIFF\x10\x00\x00\x00WAVEfmt '],
  ['what is WebP further on alone', 'RIFX\x10\x00\x00\x00WEBPVP8 '],
  ['half a signature', '\x89PNG'],
])('takes no %s', (_, text) => expect(sniffFileType(Buffer.from(text, 'latin1'))).toBeNull())
