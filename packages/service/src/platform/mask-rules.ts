/** Stands for what is not shown. */
export const MASKED = '•••'

/** `ada@example.com` → `a•••@example.com`: enough to recognise one's own address by. Never the whole local part. */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@')
  return at < 1 ? MASKED : `${at > 1 ? email.slice(0, 1) : ''}${MASKED}${email.slice(at)}`
}

/** `+15555550123` → `••• 23`: the last two digits. */
export const maskPhone = (phone: string): string => `${MASKED} ${phone.slice(-2)}`

const SHOWN_WALLET = 12

/** `0x5a0b54d5…029c4c` → `0x5a…9c4c`; short ones are hidden whole. */
export const maskWallet = (address: string): string =>
  address.length < SHOWN_WALLET ? MASKED : `${address.slice(0, 4)}…${address.slice(-4)}`

/** Bounded, as it is tried from each letter of a long word that holds none. */
const ADDRESS = /[^\s@<>"'(),:;]{1,64}@[^\s@<>"'(),:;]{1,255}/g
const NUMBER = /\+?\d(?:[ ().-]{0,2}\d){5,}/g

/** A sentence without the e-mail addresses, and without the numbers of six digits and more, that it quotes. */
export const maskContacts = (text: string): string => text.replaceAll(ADDRESS, MASKED).replaceAll(NUMBER, MASKED)
