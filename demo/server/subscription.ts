import type { Client } from '@coinslot/node'

/** The signing key of the shop's own webhook subscription, which is made or enabled when it is not there. */
export const ensureSubscription = async (client: Client, endpoint: string): Promise<string> => {
  const { data: subscriptions } = await client.subscriptions.list()
  const known = subscriptions.find((subscription) => subscription.endpoint === endpoint)
  if (known?.status === 'enabled') return known.signing_key
  const { data } = known
    ? await client.subscriptions.enable(known.id)
    : await client.subscriptions.create({ endpoint, description: 'Emberfall coin shop' })
  return data.signing_key
}
