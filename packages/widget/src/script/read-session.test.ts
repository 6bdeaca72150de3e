import { expect, test } from 'vitest'
import { readSession } from './read-session.ts'

const SCRIPT = 'https://pay.example/coins/widget/payments-widget-1.0.0.js'
const encode = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64url')

test('a response of an intent names service, client, token and intent', () => {
  const widgetData = encode({ base_url: 'https://pay.test', client_id: 'client_é', access_token: 'v1.pay.x' })
  expect(readSession({ widget_data: widgetData, error_code: null, payment_intent_id: 'id' }, SCRIPT)).toEqual({
    baseUrl: 'https://pay.test',
    clientId: 'client_é',
    token: 'v1.pay.x',
    errorCode: null,
    paymentIntentId: 'id',
  })
})

test('without widget_data there is the error code, at the service that the script is from', () => {
  expect(readSession({ widget_data: null, error_code: 'ERR01' }, SCRIPT)).toEqual({
    baseUrl: 'https://pay.example/coins',
    clientId: null,
    token: null,
    errorCode: 'ERR01',
    paymentIntentId: null,
  })
})

test.each([
  [undefined, /data is missing/],
  ['a string', /data is missing/],
  [{}, /neither a session in widget_data nor an error_code/],
  [{ widget_data: '%%%' }, /widget_data cannot be read/],
  [{ widget_data: encode('text') }, /widget_data cannot be read/],
  [{ widget_data: encode({ base_url: 'javascript:alert(1)', access_token: 't' }) }, /no http/],
])('%j is refused with a sentence that says what to pass', (data, message) => {
  expect(() => readSession(data, SCRIPT)).toThrow(message)
})
