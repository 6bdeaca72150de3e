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

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a right secret is taken at once', async () => {
  expect(await clientOfCredentials(clients, 'known', 'right')).toBe(KNOWN)
})

test.each([
  ['nobody', 'right'],
  ['known', 'wrong'],
  ['disabled', 'right'],
])(
  'a refusal of %s with a %s secret comes at its time, and not as soon as the client was looked up',
  async (id, secret) => {
    let answer: ClientRecord | null | undefined
    const refusal = clientOfCredentials(clients, id, secret).then((client) => (answer = client))
    await vi.advanceTimersByTimeAsync(19)
    expect(answer).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await refusal
    expect(answer).toBeNull()
  },
)
