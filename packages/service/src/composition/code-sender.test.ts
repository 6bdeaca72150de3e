import { expect, test, vi } from 'vitest'
import type { CodeSender, KycServices } from '../kyc/provider.ts'
import type { Mailer } from '../mail/mailer.ts'
import { codeSenderOf, sandboxWith } from './code-sender.ts'

const { signal } = new AbortController()
const mailer = { send: vi.fn<Mailer['send']>(async () => undefined) }
const given = { send: vi.fn<CodeSender['send']>(async () => undefined) }

test('codes for mailboxes go by mail, and those for phones to the sender that was given', async () => {
  const { send } = codeSenderOf(mailer, given)
  await send('email', 'ada@example.com', '123456', signal, 'de-AT')
  await send('phone', '+15555550123', '654321', signal, 'pt-BR')
  const mail = { to: 'ada@example.com', subject: 'Ihr Einmalcode', text: expect.stringContaining('123456') }
  expect(mailer.send.mock.calls).toEqual([[mail]])
  expect(given.send.mock.calls).toEqual([['phone', '+15555550123', '654321', signal, 'pt-BR']])
})

test('where nobody brings codes to phones, none is sent elsewhere', async () => {
  const { send } = codeSenderOf(mailer, null)
  await expect(send('phone', '+15555550123', '654321', signal, null)).rejects.toMatchObject({
    name: 'NoSenderError',
    code: 'no_code_sender',
    message: 'Nobody sends codes by phone: export sender from COINSLOT_MODULE',
  })
})

test('codes for mailboxes go to the sender that was given where no mail is configured', async () => {
  await codeSenderOf(null, given).send('email', 'ada@example.com', '123456', signal, null)
  expect(given.send.mock.lastCall).toEqual(['email', 'ada@example.com', '123456', signal, null])
})

test('the sandbox sends its codes by the sender that was given, else as it does by itself', async () => {
  const own = { send: vi.fn<CodeSender['send']>(async () => undefined) }
  const sandbox = { provider: 'kept', sender: own } as unknown as KycServices
  for (const each of [given, undefined]) {
    const { sender, ...others } = sandboxWith(sandbox, null, each)
    expect(others).toEqual({ provider: 'kept' })
    await sender?.send('phone', '+15555550123', each === given ? '111111' : '222222', signal, null)
  }
  expect(given.send.mock.lastCall?.[2]).toBe('111111')
  expect(own.send.mock.calls.map(([, , code]) => code)).toEqual(['222222'])
})
