import { inspect } from 'node:util'
import { errorNumber } from '@coinslot/contract'
import type { ExamplesOf } from './example.ts'
import { invalidField, NO_PAYMENTS } from './failures.ts'
import { INTENT_ID, OTHER_INTENT_ID, WIDGET_DATA } from './values.ts'

const PURCHASE = {
  transaction_type: 'BUY_VDA',
  buyer: { email: 'ada@example.com', id: 'player-7' },
  currency: 'USD',
  idempotency_key: 'order-1001',
  items: [{ id: 'coins-500', title: '500 coins', amount: '9.99' }],
  reference: 'order-1001',
} as const

const REQUESTS = {
  email: { summary: 'A buyer with an e-mail address', value: { ...PURCHASE, items: [...PURCHASE.items] } },
  wallet: {
    summary: 'A buyer with a wallet',
    value: {
      ...PURCHASE,
      buyer: { wallet: { address: '0x52908400098527886E0F7030069857D2E4169EE7', blockchain: 'ethereum' } },
      idempotency_key: 'order-1002',
      items: [
        {
          ...PURCHASE.items[0],
          description: 'A pouch of 500 coins',
          image_url: 'https://shop.example/coins-500.png',
        },
      ],
    },
  },
} as const satisfies ExamplesOf<'createIntent'>['createIntent']['requests']

const refusal = <Code extends 'ERR01' | 'ERR03' | 'ERR15'>(summary: string, error_code: Code) => ({
  summary,
  value: { data: { flow: 'PAYMENT' as const, error_code, widget_data: WIDGET_DATA, notes: [] } },
})
const payable = <Code extends 'ERR06' | null>(summary: string, error_code: Code) => ({
  summary,
  value: {
    data: { flow: 'PAYMENT' as const, error_code, payment_intent_id: INTENT_ID, widget_data: WIDGET_DATA, notes: [] },
  },
})

const FAILURES = {
  400: {
    field: invalidField('items.0.amount: must be a decimal string with exactly two decimals, from 0.01 to 999999.99'),
    ERR09: {
      summary: "ERR09: the amount is outside the merchant's limits",
      message: 'items.0.amount: must be from 1.00 to 500.00 for this merchant',
      code: errorNumber('ERR09'),
    },
  },
  404: NO_PAYMENTS,
  409: {
    ERR04: {
      summary: 'ERR04: the key belongs to another request',
      message: 'This idempotency_key was used for another request; use a new one for each payment attempt',
      code: errorNumber('ERR04'),
    },
  },
}

const CALL = inspect(PURCHASE)

export const PAYMENTS: ExamplesOf<'createIntent' | 'createRedirectIntent' | 'getStatuses'> = {
  createIntent: {
    description:
      'Answers 201 with an intent that the buyer pays in the widget, and 200 where no intent was made because of who asks. ' +
      'Give `data` to the page unchanged in either case: the widget shows what `error_code` means. ' +
      'The same `idempotency_key` with the same body gets the first answer again, with the header `idempotent-replayed: true`.',
    sdk: `const { data } = await client.intents.create(${CALL})`,
    requests: REQUESTS,
    headers: ['idempotent-replayed'],
    answers: {
      200: {
        ERR01: refusal('ERR01: the customer is banned', 'ERR01'),
        ERR03: refusal('ERR03: the request comes from a sanctioned country', 'ERR03'),
        ERR15: refusal('ERR15: the wallet is flagged', 'ERR15'),
      },
      201: {
        payable: payable('An intent that can be paid', null),
        ERR06: payable('ERR06: the widget asks who the buyer is first', 'ERR06'),
      },
    },
    failures: FAILURES,
  },
  createRedirectIntent: {
    description:
      'Send the buyer to `redirect_url`, which works once and for 30 seconds. ' +
      'The hosted page shows every outcome itself, so that the answer is 201 in each case. ' +
      'Keys are shared with the widget mode: a key that was used there is a 409 here.',
    sdk: `const { data } = await client.intents.createRedirect(${CALL})`,
    requests: REQUESTS,
    headers: ['idempotent-replayed'],
    answers: {
      201: {
        redirect: {
          summary: 'Where to send the buyer',
          value: {
            data: {
              redirect_url: `https://pay.example/pay/${INTENT_ID}?redirect_token=yW3mZC0cVvKc0o2M6sVnqk0Y0c9m3s5pQ1rT7uXbE8g`,
            },
          },
        },
      },
    },
    failures: FAILURES,
  },
  getStatuses: {
    description:
      'Entries come in the order asked, each intent once. Ids that are not of this merchant are left out; where none is, the answer is 404. ' +
      '`Approved`, `Declined` and `Expired` are final.',
    sdk: `const { data } = await client.payments.statuses(['${INTENT_ID}', '${OTHER_INTENT_ID}'])`,
    requests: {
      two: { summary: 'Two intents', value: { payment_intent_ids: [INTENT_ID, OTHER_INTENT_ID] } },
    },
    answers: {
      200: {
        statuses: {
          summary: 'One is paid, one is open',
          value: {
            data: [
              { payment_intent_id: INTENT_ID, status: 'Approved' },
              { payment_intent_id: OTHER_INTENT_ID, status: 'Created' },
            ],
          },
        },
      },
    },
    failures: {
      400: {
        field: invalidField('payment_intent_ids.0: must be a UUID of 36 characters (8-4-4-4-12 hexadecimal digits)'),
      },
      404: {
        unknown: { summary: "None is the merchant's", message: 'None of these ids is a payment intent of yours' },
        ...NO_PAYMENTS,
      },
    },
  },
}
