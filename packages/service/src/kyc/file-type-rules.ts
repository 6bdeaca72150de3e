import type { UPLOAD_TYPES } from '@coinslot/contract'

export type UploadType = (typeof UPLOAD_TYPES)[number]

const startsWith = (bytes: Uint8Array, magic: readonly number[], at = 0): boolean =>
  magic.every((byte, index) => bytes[at + index] === byte)

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0))

/** The type a file has by its first bytes, whatever its sender calls it; null for any type that is not taken. */
export const sniffFileType = (bytes: Uint8Array): UploadType | null => {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a])) return 'image/png'
  if (startsWith(bytes, ascii('RIFF')) && startsWith(bytes, ascii('WEBP'), 8)) return 'image/webp'
  if (startsWith(bytes, ascii('%PDF-'))) return 'application/pdf'
  return null
}
