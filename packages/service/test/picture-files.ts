// The heads of pictures, as far as their size goes: nothing that a browser would draw.

const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 65_535)])
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')

export const pngOf = (width: number, height: number): Buffer =>
  Buffer.concat([ascii('\x89PNG\r\n\x1a\n'), u32(13), ascii('IHDR'), u32(width), u32(height), Buffer.alloc(9)])

/** @param said what an editor says of it before its size. */
export const jpegOf = (width: number, height: number, said: Buffer = Buffer.alloc(0)): Buffer =>
  Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    said,
    Buffer.from('ffc0001108', 'hex'),
    u16(height),
    u16(width),
    Buffer.alloc(16),
  ])

export const webpOf = (width: number, height: number): Buffer => {
  const size = Buffer.alloc(6)
  size.writeUIntLE(width - 1, 0, 3)
  size.writeUIntLE(height - 1, 3, 3)
  return Buffer.concat([ascii('RIFF\x1e\x00\x00\x00WEBPVP8X\x0a\x00\x00\x00\x00\x00\x00\x00'), size, Buffer.alloc(8)])
}

const box = (type: string, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([u32(content.length + 8), ascii(type), content])
}

/** @param times how often it says its size; default once. */
export const avifOf = (width: number, height: number, times = 1): Buffer => {
  const size = box('ispe', u32(0), u32(width), u32(height))
  const sizes = Buffer.concat(Array.from({ length: times }, () => size))
  return Buffer.concat([
    box('ftyp', ascii('avif'), u32(0), ascii('avifmif1')),
    box('meta', u32(0), box('iprp', box('ipco', sizes))),
  ])
}
