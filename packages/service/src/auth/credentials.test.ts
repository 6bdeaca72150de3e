import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sha256 } from '../platform/secrets.ts'
import type { ClientDirectory } from './client-directory.ts'
import type { ClientRecord } from './client-store.ts'
import { clientOfCredentials } from './credentials.ts'

const KNOWN = { id: 'known', secretHash: sha256('right'), disabled: false } as ClientRecord
const DISABLED = { ...KNOWN, id: 'disabled', disabled: true }

const clients = {
  peek: () => undefined,
  read: async (id: string) => [KNOWN, DISABLED].find((client) => client.id === id) ?? null,
} as unknown as ClientDirectory

/** The database takes its time. */
const slowClients = {
  peek: () => undefined,
  read: (id: string) => new Promise((resolve) => setTimeout(() => resolve(clients.read(id)), 15)),
} as unknown as ClientDirectory

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a right secret is taken at once', async () => {
  expect(await clientOfCredentials(clients, 'known', 'right')).toBe(KNOWN)
})

test.each([
  ['nobody', 'right', clients],
  ['known', 'wrong', clients],
  ['disabled', 'right', clients],
  ['known', 'wrong', slowClients],
])(
  'a refusal of %s with a %s secret comes at its time, however soon or late the client was looked up',
  async (id, secret, directory) => {
    let answer: ClientRecord | null | undefined
    const refusal = clientOfCredentials(directory, id, secret).then((client) => (answer = client))
    await vi.advanceTimersByTimeAsync(19)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await refusal
    expect(answer).toBeNull()
  },
)
