import type { ExamplesOf } from './example.ts'
import { invalidField } from './failures.ts'
import { MANIFEST_DIGEST, WIDGET_DATA } from './values.ts'

const refused = <Code extends 'ERR01' | 'ERR03' | 'ERR15'>(summary: string, error_code: Code) => ({
  summary,
  value: { data: { flow: 'KYC_OCC' as const, error_code, widget_data: null } },
})

export const ACCESS: ExamplesOf<'issueToken' | 'startKyc' | 'getManifest'> = {
  issueToken: {
    description:
      'Needs no `Authorization` header. The token is valid for `expires_in` seconds and for every other operation that its client is allowed. ' +
      '`@coinslot/node` asks for it, keeps it and renews it by itself.',
    sdk: `import { createClient } from '@coinslot/node'

const client = createClient({
  environment: 'local',
  clientId: process.env.COINSLOT_CLIENT_ID,
  clientSecret: process.env.COINSLOT_CLIENT_SECRET,
})`,
    requests: {
      credentials: {
        summary: 'As the command line printed them',
        value: {
          client_id: 'client_2Q9vJx7cK1mB',
          client_secret: 'the-secret-that-was-shown-once',
        },
      },
    },
    answers: {
      201: {
        token: {
          summary: 'A token for an hour',
          value: {
            data: { access_token: 'eyJhbGciOiJFZERTQSJ9.eXampLe.c2ln', expires_in: 3600, token_type: 'Bearer' },
          },
        },
      },
    },
    failures: {
      401: {
        credentials: { summary: 'Wrong credentials', message: 'The client id or the client secret is wrong' },
        fields: { summary: 'No credentials', message: 'Send client_id and client_secret as strings' },
      },
      429: {
        failures: {
          summary: 'Too many failures',
          message: 'Too many token requests have failed; wait before the next',
        },
      },
    },
  },
  startKyc: {
    description:
      'Level 1 asks for an e-mail address, level 2 for name and phone as well, level 3 for address, document and selfie. ' +
      'What a customer gave once is not asked again. Give `data` to the page unchanged.',
    sdk: `const { data } = await client.kyc.start({
  action: { level: 2, type: 'OCC_RULES_ENGINE' },
  customer: { external_id: 'player-7', wallet: { address: '0x5290…9EE7', blockchain: 'ethereum' } },
})`,
    requests: {
      level2: {
        summary: 'Name, e-mail and phone',
        value: {
          action: { level: 2, type: 'OCC_RULES_ENGINE' },
          customer: {
            external_id: 'player-7',
            wallet: { address: '0x52908400098527886E0F7030069857D2E4169EE7', blockchain: 'ethereum' },
          },
        },
      },
    },
    answers: {
      200: {
        ready: {
          summary: 'A session for the widget',
          value: { data: { flow: 'KYC_OCC', error_code: null, widget_data: WIDGET_DATA } },
        },
        ERR01: refused('ERR01: the customer is banned', 'ERR01'),
        ERR03: refused('ERR03: the request comes from a sanctioned country', 'ERR03'),
        ERR15: refused('ERR15: the wallet is flagged', 'ERR15'),
      },
    },
    failures: {
      400: { field: invalidField('action.level: must be 1, 2 or 3') },
      404: {
        product: { summary: 'No compliance product', message: 'The merchant has no compliance product enabled' },
      },
    },
  },
  getManifest: {
    description:
      'The name of the script that pages load now, and the digest for its `integrity` attribute. ' +
      'The last five versions stay served; ask with `If-None-Match` to read nothing twice.',
    sdk: 'const { data } = await client.widget.manifest()',
    notModified: 'The `If-None-Match` of the request names the `etag` of the manifest; no body',
    headers: ['etag'],
    answers: {
      200: {
        manifest: {
          summary: 'The newest script',
          value: {
            data: {
              file_name: 'payments-widget-0.1.0.js',
              integrity: {
                digest: MANIFEST_DIGEST,
                type: 'sha-384',
              },
            },
          },
        },
      },
    },
    failures: {
      404: {
        widget: {
          summary: 'Not built',
          message: 'The service has no widget to show; tell whoever runs it',
        },
      },
    },
  },
}
