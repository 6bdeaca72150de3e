import type { ThemeInput } from '../../channel.ts'
import { type Color, contrast, parseColor, toHex, withContrast } from './color.ts'

/** Bounds of what a merchant may set. */
const THEME_LIMITS = {
  /** Pixels. */
  radius: { min: 0, max: 24 },
  /** Of the browser's own text size. */
  fontScale: { min: 0.875, max: 1.5 },
} as const

/** The grounds of `checkout.css`, which accents are held against. */
const GROUNDS = { light: [255, 255, 255], dark: [24, 27, 34] } as const satisfies Record<string, Color>
const WHITE: Color = [255, 255, 255]
const INK: Color = [15, 17, 22]

/** WCAG 2.2 AA: text, and parts of controls. */
const TEXT_CONTRAST = 4.5

export interface Theme {
  /** Custom properties of `checkout.css`. */
  readonly properties: Readonly<Record<string, string>>
  readonly colorScheme: 'light' | 'dark' | null
  /** Names of the values that were not taken. */
  readonly ignored: readonly (keyof ThemeInput)[]
}

const numberWithin = (text: string, { min, max }: { min: number; max: number }): number | null => {
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

const accentOn = (accent: Color, ground: Color, scheme: string): Record<string, string> => {
  const fill = withContrast(accent, ground, 3)
  const text = contrast(WHITE, fill) >= TEXT_CONTRAST ? WHITE : INK
  return {
    [`--accent-${scheme}`]: toHex(withContrast(fill, text, TEXT_CONTRAST)),
    [`--on-accent-${scheme}`]: toHex(text),
    [`--accent-text-${scheme}`]: toHex(withContrast(accent, ground, TEXT_CONTRAST)),
  }
}

type Reader = (text: string) => Readonly<Record<string, string>> | null

const READERS: Readonly<Record<'accent' | 'radius' | 'fontScale', Reader>> = {
  accent: (text) => {
    const accent = parseColor(text)
    return accent && { ...accentOn(accent, GROUNDS.light, 'light'), ...accentOn(accent, GROUNDS.dark, 'dark') }
  },
  radius: (text) => {
    const radius = numberWithin(text.replace(/px$/, ''), THEME_LIMITS.radius)
    return radius === null ? null : { '--radius': `${radius}px` }
  },
  fontScale: (text) => {
    const scale = numberWithin(text, THEME_LIMITS.fontScale)
    return scale === null ? null : { '--font-scale': `${scale}` }
  },
}

/** Takes the values that are valid and names those that are not; contrast is kept whatever the accent. */
export const readTheme = (input: ThemeInput): Theme => {
  const properties: Record<string, string> = {}
  const ignored: (keyof ThemeInput)[] = []
  for (const name of ['accent', 'radius', 'fontScale'] as const) {
    const text = input[name]
    if (text === undefined) continue
    const read = READERS[name](String(text))
    if (read) Object.assign(properties, read)
    else ignored.push(name)
  }
  const scheme = input.colorScheme
  const colorScheme = scheme === 'light' || scheme === 'dark' ? scheme : null
  if (scheme !== undefined && scheme !== 'auto' && colorScheme === null) ignored.push('colorScheme')
  return { properties, colorScheme, ignored }
}
