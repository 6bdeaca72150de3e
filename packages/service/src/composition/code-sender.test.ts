import { expect, test, vi } from 'vitest'
import type { CodeSender } from '../kyc/provider.ts'
import type { Mailer } from '../mail/mailer.ts'
import { codeSenderOf } from './code-sender.ts'

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
  await expect(send('phone', '+15555550123', '654321', signal, null)).rejects.toMatchObject({ code: 'no_code_sender' })
})
