import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { LogBuffer } from './log-buffer.ts'
import { announce, createLogger, infoOutput } from './log.ts'

const logged = (line: object): string => {
  const lines: string[] = []
  createLogger('info', { write: (text) => void lines.push(text) }).info(line, 'something happened')
  return lines.join('')
}

const FIELDS = [
  'authorization',
  'cookie',
  'client_secret',
  'access_token',
  'signing_key',
  'redirect_token',
  'widget_data',
  'number',
  'security_code',
  'email',
  'phone',
  'full_name',
]

test.each(FIELDS)('%s is in no line, neither by itself nor within something else', (field) => {
  const text = logged({ [field]: 'told to nobody', card: { [field]: 'told to nobody' } })
  expect(text).not.toContain('told to nobody')
  expect(JSON.parse(text)).toMatchObject({ [field]: '[redacted]', card: { [field]: '[redacted]' } })
})

test('a one-time code is in no line, and the code of an error is', () => {
  expect(logged({ code: '947293' })).not.toContain('947293')
  const error = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect(JSON.parse(logged({ err: error }))).toMatchObject({ err: { code: 'ECONNREFUSED', message: 'refused' } })
  const numbered = Object.assign(new Error('refused'), { code: 422 })
  expect(JSON.parse(logged({ err: numbered }))).toMatchObject({ err: { code: 422 } })
})

test('of an error its parameters, its rows and its cause are in no line, nor is what is thrown and is none', () => {
  const cause = new Error('ada@example.com')
  const error = Object.assign(new Error('duplicate key', { cause }), {
    detail: 'ada@example.com',
    parameters: ['ada@example.com'],
  })
  expect(logged({ err: error })).not.toContain('ada@example.com')
  expect(JSON.parse(logged({ err: 'ada@example.com' }))).toMatchObject({ err: { type: 'string' } })
  expect(logged({ err: { email: 'ada@example.com' } })).not.toContain('ada@example.com')
})

test('of a cause its code is in the line, which says why a fetch failed, and nothing else that it holds', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const failed = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error)
  expect(JSON.parse(logged({ err: failed }))).toMatchObject({ err: { message: 'fetch failed', code: 'ECONNREFUSED' } })
  const error = new Error('refused', { cause: Object.assign(new Error(''), { code: 'ada@example.com' }) })
  expect(logged({ err: error })).not.toContain('ada@example.com')
})

test.each([
  ['string', 'ada@example.com'],
  ['object', { message: 'ada@example.com', code: 'ada@example.com' }],
  ['symbol', Symbol('ada@example.com')],
  ['object', null],
])('of a thrown %s that is no error the line says why it holds nothing more', (type, thrown) => {
  const line = logged({ err: thrown })
  const message = 'What was thrown is no Error, so nothing of it is logged: throw new Error(…) instead'
  expect(JSON.parse(line)).toMatchObject({ err: { type, message } })
  expect(line).not.toContain('ada@example.com')
})

test('what throws as it is looked at is in a line of its own kind alone', () => {
  const unreadable = Object.defineProperty(new Error('refused'), 'message', {
    get: () => {
      throw new Error('told to nobody')
    },
  })
  expect(JSON.parse(logged({ err: unreadable }))).toMatchObject({ err: { type: 'object' }, msg: 'something happened' })
})

test('of a card that an acquirer’s error quotes its number is in no line, neither in the message nor in the stack', () => {
  const error = new Error('422: {"number":"4111 1111 1111 1111","name":"…"}')
  const { err } = JSON.parse(logged({ err: error })) as { err: { message: string; stack: string } }
  expect(err.message).toBe('422: {"number":"•••","name":"…"}')
  expect(err.stack).toContain('422: {"number":"•••"')
  expect(err.stack).toContain('log.test.ts')
})

test('of a card that an acquirer’s error has in its code or its name the number is in no line, nor is a whole answer', () => {
  const quoting = Object.assign(new Error('refused'), {
    code: 'card_4111111111111111_refused',
    name: 'Refused 4111 1111 1111 1111',
  })
  expect(logged({ err: quoting })).not.toMatch(/4111 ?1111 ?1111 ?1111/)
  const answer = { status: 422, customer: 'ada@example.com' }
  const answered = Object.assign(new Error('refused'), { code: answer, name: answer })
  expect(logged({ err: answered })).not.toContain('ada@example.com')
  expect(JSON.parse(logged({ err: answered }))).toMatchObject({ err: { message: 'refused' } })
})

test('of an error that quotes a whole page the beginning is in the line, and where it comes from', () => {
  const error = new Error(`502: ${'<p>4111 1111 1111 1111</p>'.repeat(50_000)}`)
  const line = logged({ err: error })
  const { err } = JSON.parse(line) as { err: { message: string; stack: string } }
  expect(line.length).toBeLessThan(10_000)
  expect(line).not.toContain('1111')
  expect(err.message).toMatch(/^502: (<p>•••<\/p>)+<p>… \(1300005 characters\)$/)
  expect(err.stack).toContain(err.message)
  expect(err.stack).toContain('log.test.ts')
})

test('a stack is kept of an error without a message', () => {
  const { err } = JSON.parse(logged({ err: new Error('') })) as { err: { stack: string } }
  expect(err.stack).toContain('log.test.ts')
})

test('of a stack without end the beginning is in the line, of an error without a message as well', () => {
  const error = Object.assign(new Error(''), {
    stack: `Error\n    at pay (acquirer.js:1:1)${'\n    at last (x.js)'.repeat(5_000)}`,
  })
  const line = logged({ err: error })
  expect(line.length).toBeLessThan(5_000)
  expect(line).toContain('at pay (acquirer.js:1:1)')
})

test('a line has its level, its time, what it tells and its message, and nothing of the machine', () => {
  const line = JSON.parse(logged({ attempt_id: '1' })) as { time: string }
  expect(line).toEqual({ level: 30, time: expect.any(String), attempt_id: '1', msg: 'something happened' })
  expect(new Date(line.time).toISOString()).toBe(line.time)
})

test.each([
  ['none', new Error('refused')],
  ['an empty one', Object.assign(new Error('refused'), { code: '' })],
])('of an error whose code is %s the line has none', (_code, error) => {
  const { err } = JSON.parse(logged({ err: error })) as { err: object }
  expect(err).toEqual({ type: 'Error', message: 'refused', stack: expect.stringContaining('log.test.ts') })
})

test.each([
  ['message', { type: 'Error', stack: 'Error: 422: •••\n    at pay (acquirer.js:1:1)' }],
  ['stack', { type: 'Error', message: '422: •••' }],
])('of an error whose %s is no text the line has the rest, without the number of a card', (property, shown) => {
  const said = '422: 4111 1111 1111 1111'
  const error = Object.assign(new Error(said), {
    stack: `Error: ${said}\n    at pay (acquirer.js:1:1)`,
    [property]: 422,
  })
  expect((JSON.parse(logged({ err: error })) as { err: object }).err).toEqual(shown)
})

test('lines of level info go where the logger writes, which is told of those made here that write them', () => {
  const output = { write: () => {} }
  expect(infoOutput(createLogger('info', output))).toBe(output)
  expect(infoOutput(createLogger('warn', output))).toBeUndefined()
  expect(infoOutput(pino(output))).toBeUndefined()
})

test('what is announced comes after the lines that wait, at any level, and only where lines wait', () => {
  const pieces: string[] = []
  const buffer = new LogBuffer({ write: (text) => void pieces.push(text), flushSync: () => {} })
  const log = createLogger('error', buffer)
  log.error('something failed')
  expect(pieces).toEqual([])
  announce(log, 'Ready')
  const lines = pieces.join('').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: 'something failed' },
    { level: 30, time: expect.stringMatching(/^\d{4}-.+Z$/), msg: 'Ready' },
  ])
  announce(createLogger('info', { write: (text) => void pieces.push(text) }), 'Ready')
  expect(pieces).toHaveLength(1)
})
