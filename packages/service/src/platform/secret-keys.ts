import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** The shortest secret key, in characters. */
export const SECRET_KEY_CHARACTERS = 32

/** What is derived from one secret key, each for one purpose. */
export interface SecretKey {
  /** Names the key in what it has encrypted, and tells nothing about it; `ID_BYTES` long. */
  readonly id: Buffer
  readonly encryption: KeyObject
  /** Signs sessions; found values, in databases from before they had a key of their own. */
  readonly mac: KeyObject
}

export const ID_BYTES = 4

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'coinslot', purpose, bytes))

/** @param secret at least `SECRET_KEY_CHARACTERS` long. */
export const toSecretKey = (secret: string): SecretKey => ({
  id: derive(secret, 'id', ID_BYTES),
  encryption: createSecretKey(derive(secret, 'encrypt', 32)),
  mac: createSecretKey(derive(secret, 'hash', 32)),
})

/** As what it has encrypted names it. */
export const nameOfKey = ({ id }: SecretKey): string => id.toString('hex')

const isShort = (key: string): boolean => key.trim().length < SECRET_KEY_CHARACTERS

/**
 * The secret keys that a text holds, newest first, separated by commas. A part that is too short for a key belongs to the
 * one beside it, commas included, as keys could hold them before there were several; and a text that might have been one
 * key is the oldest of its own. Each key is there as it stands, too, with the space around it: one that came out of a file
 * with the end of its line has been a key with it for as long as it was the only one, and is none in `secret.key`.
 */
export const splitSecretKeys = (text: string): readonly string[] => {
  const keys: string[] = []
  for (const part of text.split(',')) {
    const last = keys.at(-1)
    if (last !== undefined && isShort(last)) keys[keys.length - 1] = `${last},${part}`
    else keys.push(part)
  }
  if (isShort(keys.at(-1) ?? '')) keys.push(keys.splice(-2).join(','))
  const trimmed = keys.map((key) => key.trim())
  return [...new Set(keys.length > 1 ? [...trimmed, ...keys, text] : [text, ...trimmed])]
}

/** Takes no key as bytes: Node would throw and catch two errors at each, to find out that they are none of its own keys. */
export const hmacOf = (key: KeyObject, text: string): Buffer => createHmac('sha256', key).update(text).digest()
