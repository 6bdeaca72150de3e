// A server in a process of its own, so that what is measured does not share its thread; it parses no more than it must,
// so that it is not what is measured either. Tells its port to its parent.
import { type AddressInfo, createServer } from 'node:net'

const ID = '440b0e4e-ae70-4886-ad6b-1521cc22cbca'
const intent = { flow: 'PAYMENT', error_code: null, payment_intent_id: ID, widget_data: 'e'.repeat(300), notes: [] }
const token = { access_token: 't'.repeat(600), expires_in: 3600, token_type: 'Bearer' }
const stripeIntent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 999,
  currency: 'usd',
  client_secret: 'e'.repeat(300),
  status: 'requires_payment_method',
}

const answerOf = (body: unknown): string => {
  const text = JSON.stringify(body)
  const head = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${text.length}`
  return `${head}\r\nx-request-id: bench\r\n\r\n${text}`
}
const answers: Readonly<Record<string, string>> = {
  '/payments/v2/intent': answerOf({ data: intent }),
  '/auth/v1/oauth2/token': answerOf({ data: token }),
  '/v1/payment_intents': answerOf(stripeIntent),
}

const server = createServer((socket) => {
  let received = ''
  socket.setNoDelay(true).setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: string) => {
    received += chunk
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(received)?.[1] ?? 0)
    if (received.length < headEnd + 4 + length) return
    socket.write(answers[received.slice(received.indexOf(' ') + 1, received.indexOf(' HTTP/'))] ?? answerOf({}))
    received = ''
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
