import decodeQR from 'qr/decode.js'
import { expect, test } from 'vitest'
import { qrCode } from './qr-code.ts'

const SCALE = 4

/** The picture that a path of dark squares makes, as a camera's four bytes per pixel. */
const photograph = (path: string, modules: number) => {
  const side = modules * SCALE
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g)) {
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1) {
      for (let column = Number(x) * SCALE; column < (Number(x) + 1) * SCALE; column += 1) {
        data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return { width: side, height: side, data }
}

test('the code is read as the very link, token included', () => {
  const link = `https://pay.example/checkout/phone#v1.phone_link.0d7e1a52-7c53-4b3e-9a5f-3a1f0f0f2b11.${'aZ_-'.repeat(11)}`
  const [, modules, , path] = qrCode(link, 'QR code').values
  expect(decodeQR(photograph(String(path), Number(modules)))).toBe(link)
})
