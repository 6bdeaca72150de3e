import type { KycRequest } from '@coinslot/contract'
import type { IntentInput } from '@coinslot/node'
import type { ShopItem } from './catalogue.ts'

/** The one player of the demo; a real shop takes this from its own session. */
export const PLAYER = {
  id: 'player-1',
  name: 'Robin',
  email: 'robin@example.com',
  wallet: { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', blockchain: 'ethereum' },
} as const

// In the sandbox, a buyer whose e-mail begins with `kyc@` must show who they are before every payment.
const EMAIL_OF_IDENTITY_FIRST = 'kyc@example.com'

/** What the player buys, for the service. */
export const purchaseOf = (item: ShopItem, shopUrl: string, reference: string): IntentInput => ({
  reference,
  buyer: { id: PLAYER.id, email: item.identityFirst ? EMAIL_OF_IDENTITY_FIRST : PLAYER.email },
  currency: 'USD',
  items: [
    {
      id: item.id,
      title: item.title,
      description: item.description,
      amount: item.amount,
      image_url: `${shopUrl}/public/${item.thumbnail}`,
    },
  ],
})

export const kycRequest = (level: 1 | 2 | 3): KycRequest => ({
  action: { level, type: 'OCC_RULES_ENGINE' },
  customer: { external_id: PLAYER.id, wallet: PLAYER.wallet },
})
