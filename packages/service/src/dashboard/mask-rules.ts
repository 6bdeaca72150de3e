const MASK = '•••'

/** `ada@example.com` → `a•••@example.com` */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? MASK : `${email.slice(0, 1)}${MASK}${email.slice(at)}`
}

const SHOWN_WALLET = 12

/** `0x5a0b54d5…029c4c` → `0x5a…9c4c`; short ones are hidden whole. */
export const maskWallet = (address: string): string =>
  address.length < SHOWN_WALLET ? MASK : `${address.slice(0, 4)}…${address.slice(-4)}`
