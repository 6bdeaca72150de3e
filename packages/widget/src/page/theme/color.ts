/** Red, green and blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number]

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i

/** Reads `#rgb` and `#rrggbb`; null for all else, so that no other CSS gets in. */
export const parseColor = (text: string): Color | null => {
  const digits = HEX.exec(text.trim())?.[1]
  if (digits === undefined) return null
  const full = digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits
  const value = Number.parseInt(full, 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export const toHex = (color: Color): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

const linear = (channel: number): number => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** @see WCAG 2.2, relative luminance */
const luminance = ([red, green, blue]: Color): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** 1 to 21. @see WCAG 2.2, contrast ratio */
export const contrast = (one: Color, other: Color): number => {
  const both = [luminance(one), luminance(other)]
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05)
}

/** Rounded, as it is drawn: what only its fractions set off from its ground would not be seen. */
const towards = (pole: number, [red, green, blue]: Color, share: number): Color => {
  const move = (channel: number): number => Math.round(channel + (pole - channel) * share)
  return [move(red), move(green), move(blue)]
}

const STEPS = 20

/** The colour nearest to the wanted one that stands out from its ground at least by the ratio. */
export const withContrast = (wanted: Color, ground: Color, ratio: number): Color => {
  const pole = contrast([0, 0, 0], ground) > contrast([255, 255, 255], ground) ? 0 : 255
  const nearer = Array.from({ length: STEPS }, (_, step) => towards(pole, wanted, step / STEPS))
  return nearer.find((color) => contrast(color, ground) >= ratio) ?? [pole, pole, pole]
}
