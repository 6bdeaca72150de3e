import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { sha256 } from '../platform/secrets.ts'
import type { ClientDirectory } from './client-directory.ts'
import type { ClientRecord } from './client-store.ts'
import { clientOfCredentials } from './credentials.ts'

const NOW = new Date('2026-11-29T12:00:00Z')
const LATER = new Date('2026-11-29T12:00:01Z')
const clock = { now: () => NOW } as Clock

const KNOWN = {
  id: 'known',
  secretHash: sha256('right'),
  keptSecret: { hash: sha256('kept'), until: LATER },
  disabled: false,
} as ClientRecord
const DISABLED = { ...KNOWN, id: 'disabled', disabled: true }
const LATE = { ...KNOWN, id: 'late', keptSecret: { hash: sha256('kept'), until: NOW } }

const clients = {
  peek: () => undefined,
  read: async (id: string) => [KNOWN, DISABLED, LATE].find((client) => client.id === id) ?? null,
} as unknown as ClientDirectory

/** The database takes its time. */
const slowClients = {
  peek: () => undefined,
  read: (id: string) => new Promise((resolve) => setTimeout(() => resolve(clients.read(id)), 15)),
} as unknown as ClientDirectory

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test.each(['right', 'kept'])('a %s secret is taken at once', async (secret) => {
  expect(await clientOfCredentials({ clients, clock }, 'known', secret)).toBe(KNOWN)
})

test.each([
  ['nobody', 'right', clients],
  ['known', 'wrong', clients],
  ['disabled', 'right', clients],
  ['disabled', 'kept', clients],
  ['late', 'kept', clients],
  ['known', 'wrong', slowClients],
])(
  'a refusal of %s with a %s secret comes at its time, however soon or late the client was looked up',
  async (id, secret, directory) => {
    let answer: ClientRecord | null | undefined
    const refusal = clientOfCredentials({ clients: directory, clock }, id, secret).then((client) => (answer = client))
    await vi.advanceTimersByTimeAsync(19)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await refusal
    expect(answer).toBeNull()
  },
)
