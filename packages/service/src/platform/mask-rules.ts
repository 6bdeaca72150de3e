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

/** Shorter ones stand in other words. */
const SHORTEST = 3

const hexOf = (unit: string): string => unit.charCodeAt(0).toString(16).padStart(4, '0')

const withoutBareSlash = (json: string): string => json.replaceAll('/', String.raw`\/`)

/** JSON as many servers answer: Python's in ASCII, PHP's without a bare slash, .NET's in capitals and without what HTML minds. */
const escapedForms = (json: string): string[] => {
  const ascii = json.replaceAll(/[^ -~]/g, (unit) => `\\u${hexOf(unit)}`)
  const dotNet = json.replaceAll(/[^ -~]|[&'+<>`]/g, (unit) => `\\u${hexOf(unit).toUpperCase()}`)
  return [ascii, withoutBareSlash(ascii), withoutBareSlash(json), dotNet]
}

/** What arrives in UTF-8, and in addresses, which cannot hold half of a surrogate pair: of that U+FFFD is left. */
const asSent = (value: string): string => Buffer.from(value).toString()

/** How what was sent is quoted: as it stands, in JSON, in an address, and in a form. */
const formsOf = (value: string): string[] => {
  const json = JSON.stringify(value).slice(1, -1)
  const encoded = encodeURIComponent(asSent(value))
  return [value, json, ...escapedForms(json), encoded, encoded.replaceAll('%20', '+')]
}

/** A sentence without these values that it quotes, those of less than three characters aside. */
export const maskValues = (text: string, values: readonly string[]): string => {
  const quotable = values.filter(({ length }) => length >= SHORTEST)
  const forms = [...quotable, ...quotable.map(asSent)].flatMap(formsOf)
  const longestFirst = forms.toSorted((one, other) => other.length - one.length)
  return longestFirst.reduce((said, form) => said.replaceAll(form, MASKED), text)
}

/** Groups of digits, as a card's number is printed. */
const DIGITS = /\d+(?:[ -]\d+)*/g
/** From its first to its last digit (ISO/IEC 7812). */
const CARD = /^[2-6]\d{12,18}$/

/** Whether a number can be a card's: the last of its digits follows from the others. */
const isCardNumber = (digits: string): boolean => {
  if (!CARD.test(digits)) return false
  const weighed = [...digits].toReversed().map((digit, index) => Number(digit) * (1 + (index % 2)))
  return weighed.reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0) % 10 === 0
}

const MOST_DIGITS = 19

/** How many of the first groups make a card's number, the separators between them counted; 0 where they make none. */
const cardLength = (groups: readonly string[]): number => {
  let digits = ''
  for (let count = 1; count <= groups.length && digits.length < MOST_DIGITS; count += 2) {
    digits += groups[count - 1]
    if (isCardNumber(digits)) return count
  }
  return 0
}

const maskRun = (run: string): string => {
  const groups = run.split(/([ -])/)
  let masked = ''
  for (let at = 0; at < groups.length;) {
    const length = at % 2 === 0 ? cardLength(groups.slice(at, at + 2 * MOST_DIGITS)) : 0
    masked += length === 0 ? groups[at] : MASKED
    at += Math.max(1, length)
  }
  return masked
}

/** A sentence without the numbers of cards that it quotes, with or without spaces and dashes between their digits. */
export const maskCards = (text: string): string => text.replaceAll(DIGITS, maskRun)
