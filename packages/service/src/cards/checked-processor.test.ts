import { describe, expect, test } from 'vitest'
import { createLogger } from '../platform/log.ts'
import { checkedProcessor } from './checked-processor.ts'
import type { CardProcessor } from './processor.ts'

const BANK = 'https://acs.bank.example:8443/ask?for=1'

const asking = (challengeOrigins: readonly string[] | undefined, url: string): CardProcessor => ({
  ...(challengeOrigins && { challengeOrigins }),
  authorise: async () => ({ state: 'challenge', url, data: 'e30' }),
  result: async () => ({ state: 'challenge', url, data: 'e30' }),
  cancel: async () => undefined,
})

/** What is warned of while a bank asks twice. */
const warned = async (challengeOrigins: readonly string[] | undefined, url = BANK) => {
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  const platform = { config: { baseUrl: 'https://pay.example/coins' }, log }
  const { signal } = new AbortController()
  const processor = checkedProcessor(asking(challengeOrigins, url), platform)
  await processor.result('reference', signal)
  await processor.result('reference', signal)
  return lines.map((line) => JSON.parse(line))
}

describe('a bank that asks where the checkout’s policy lets nothing load', () => {
  test.each([
    [undefined],
    [[]],
    [['https://bank.example', 'https://*.acs.bank.example', 'https://notacs.bank.example']],
  ])('is told to the operator once: %j', async (challengeOrigins) => {
    expect(await warned(challengeOrigins)).toEqual([
      expect.objectContaining({
        origin: 'https://acs.bank.example:8443',
        msg: expect.stringContaining('name it in challengeOrigins'),
      }),
    ])
  })

  test.each([
    ['https:'],
    ['HTTPS:'],
    ['http:'],
    ['*'],
    ['https://acs.bank.example:8443'],
    ['https://*.bank.example/ask'],
    ['ACS.bank.example'],
  ])('is not one that %s names', async (source) => {
    expect(await warned(['https://other.example', source])).toEqual([])
  })

  test('is not the service itself', async () => {
    expect(await warned(undefined, 'https://pay.example/bank')).toEqual([])
  })
})

describe('a question of the bank’s that no page can put, or no database keep', () => {
  const { signal } = new AbortController()
  const platform = { config: { baseUrl: 'https://pay.example' }, log: createLogger('silent') }

  test.each([
    ['its address', { url: `${BANK}\0`, data: 'e30' }],
    ['its data', { url: BANK, data: 'e\0' }],
    ['a script', { url: 'javascript:alert(1)', data: 'e30' }],
    ['a document', { url: 'data:text/html,hello', data: 'e30' }],
  ])('is no answer: in %s', async (_where, question) => {
    const processor = { ...asking([], BANK), result: async () => ({ state: 'challenge' as const, ...question }) }
    await expect(checkedProcessor(processor, platform).result('reference', signal)).rejects.toThrow(
      'must answer a state',
    )
  })
})

describe('a cancellation', () => {
  const cancelling = (answer: unknown) => {
    const processor = { ...asking([], BANK), cancel: async () => answer as undefined }
    const platform = { config: { baseUrl: 'https://pay.example' }, log: createLogger('silent') }
    return checkedProcessor(processor, platform).cancel('reference', new AbortController().signal)
  }

  test('is not certain where the acquirer answers that it knows nothing: the card may still be charged', async () => {
    await expect(cancelling({ state: 'unknown' })).rejects.toThrow('cancel must throw where it knows nothing to cancel')
  })

  test('is not certain where a fetch is handed on that was refused', async () => {
    await expect(cancelling(new Response(null, { status: 500 }))).rejects.toThrow(
      'The acquirer’s cancel answered with ',
    )
  })

  test.each([[undefined], [null], ['ok'], [{ state: 'pending' }], [{ status: 'cancelled' }]])(
    'that ends with %j is one',
    async (answer) => {
      await expect(cancelling(answer)).resolves.toBeUndefined()
    },
  )
})
