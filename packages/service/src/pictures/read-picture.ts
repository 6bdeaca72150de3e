import { disableTypes, imageSize, types } from 'image-size'

const MAX_SIDE_PIXELS = 2_048
/** An AVIF tells its size in boxes before its picture; for each of them that says one, all that follow are looked through. */
const AVIF_HEAD_BYTES = 32_768
/** A JPEG tells its size after what cameras and editors say of it, and is looked through byte by byte where that is nonsense. */
const HEAD_BYTES = 262_144
const TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
}

/** An AVIF is one kind of HEIF. What is none of these is looked at no further: some of it takes long to measure. */
const MEASURED = ['heif', 'jpg', 'png', 'webp']
disableTypes(types.filter((type) => !MEASURED.includes(type)))

/** As much of a picture as its size is looked for in. */
const headOf = (content: Buffer): Buffer =>
  content.subarray(0, content.toString('latin1', 4, 8) === 'ftyp' ? AVIF_HEAD_BYTES : HEAD_BYTES)

/**
 * What a picture is by its content: its media type; null for what is no JPEG, PNG, WebP or AVIF of at most 2,048 pixels a
 * side. SVG and HTML, which may hold script, are none.
 */
export const pictureType = (content: Buffer): string | null => {
  try {
    const { type = '', width, height } = imageSize(headOf(content))
    const isSmall = width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE_PIXELS
    return isSmall ? (TYPES[type] ?? null) : null
  } catch {
    return null
  }
}
