import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Color, contrast, parseColor, toHex } from './color.ts'
import { readTheme } from './theme.ts'

const colorOf = (properties: Readonly<Record<string, string>>, name: string): Color => {
  const color = parseColor(properties[name] ?? '')
  if (!color) throw new Error(`${name} is no colour`)
  return color
}

test('whatever the accent, buttons and links keep the contrast of WCAG AA on both grounds', () => {
  const channel = fc.integer({ min: 0, max: 255 })
  // Held against white before it is rounded, it would be drawn a little too light.
  const tight: [Color] = [[70, 210, 7]]
  fc.assert(
    fc.property(fc.tuple(channel, channel, channel), (color) => {
      const { properties } = readTheme({ accent: toHex(color) })
      for (const [scheme, ground] of [
        ['light', [255, 255, 255]],
        ['dark', [24, 27, 34]],
      ] as const) {
        const accent = colorOf(properties, `--accent-${scheme}`)
        expect(contrast(accent, colorOf(properties, `--on-accent-${scheme}`))).toBeGreaterThanOrEqual(4.5)
        expect(contrast(colorOf(properties, `--accent-text-${scheme}`), ground)).toBeGreaterThanOrEqual(4.5)
      }
    }),
    { examples: [tight] },
  )
})

test('an accent with enough contrast is taken as it is', () => {
  expect(readTheme({ accent: '#1d4ed8' }).properties).toMatchObject({
    '--accent-light': '#1d4ed8',
    '--on-accent-light': '#ffffff',
  })
})

test.each([
  [{ accent: 'red; background: url(//evil.test)' }, ['accent']],
  [{ accent: '#12345' }, ['accent']],
  [{ accent: 'url(//evil.test/#fff' }, ['accent']],
  [{ radius: '25' }, ['radius']],
  [{ radius: 'calc(1px)' }, ['radius']],
  [{ fontScale: '9' }, ['fontScale']],
  [{ fontScale: '-1' }, ['fontScale']],
  [{ colorScheme: 'sepia' }, ['colorScheme']],
])('%j is ignored and named', (input, ignored) => {
  expect(readTheme(input)).toEqual({ properties: {}, colorScheme: null, ignored })
})

test('valid values become custom properties', () => {
  expect(readTheme({ radius: '16px', fontScale: '1.25', colorScheme: 'dark' })).toEqual({
    properties: { '--radius': '16px', '--font-scale': '1.25' },
    colorScheme: 'dark',
    ignored: [],
  })
})

test.each([
  [{ radius: '0' }, '0px'],
  [{ radius: '24' }, '24px'],
  [{ fontScale: '0.875' }, '0.875'],
  [{ fontScale: '1.5' }, '1.5'],
])('%j stands at its limit and is taken', (input, value) => {
  expect(Object.values(readTheme(input).properties)).toEqual([value])
})

test('a number is taken as if it were text, as scripts of shops have it', () => {
  expect(readTheme({ radius: 16 } as object).properties).toEqual({ '--radius': '16px' })
})

test('the colour scheme `auto` is the browser’s own, and nothing to complain of', () => {
  expect(readTheme({ colorScheme: 'auto' })).toEqual({ properties: {}, colorScheme: null, ignored: [] })
})
