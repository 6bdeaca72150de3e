const HEX_GROUPS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** A UUID of version 4; `crypto.randomUUID` is missing where a sandbox is reached over plain http. */
export const randomUuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(HEX_GROUPS, '$1-$2-$3-$4-$5')
}
