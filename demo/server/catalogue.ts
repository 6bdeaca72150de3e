/** Something the shop sells. Prices live here, in the merchant's own code: the page names an item, never an amount. */
export interface ShopItem {
  readonly id: string
  readonly title: string
  readonly description: string
  /** US dollars, two decimals. */
  readonly amount: string
  readonly coins: number
  /** File in `public/`, for the shop's page. */
  readonly image: string
  /** File in `public/`, for the checkout, which takes no SVG. */
  readonly thumbnail: string
  /** The buyer must show who they are before paying. */
  readonly identityFirst?: true
}

export const CATALOGUE: readonly ShopItem[] = [
  {
    id: 'pouch',
    title: 'Pouch of 500 coins',
    description: 'Enough for a lantern and two nights at the inn.',
    amount: '4.99',
    coins: 500,
    image: 'pouch.svg',
    thumbnail: 'pouch.webp',
  },
  {
    id: 'chest',
    title: 'Chest of 1,200 coins',
    description: 'A sturdy chest. The dents tell stories.',
    amount: '9.99',
    coins: 1200,
    image: 'chest.svg',
    thumbnail: 'chest.webp',
  },
  {
    id: 'hoard',
    title: 'Hoard of 3,000 coins',
    description: 'The dragon has moved out. Mostly.',
    amount: '19.99',
    coins: 3000,
    image: 'hoard.svg',
    thumbnail: 'hoard.webp',
  },
  {
    id: 'vault',
    title: 'Royal vault of 12,000 coins',
    description: 'The treasurer asks who you are before the door opens.',
    amount: '49.99',
    coins: 12000,
    image: 'vault.svg',
    thumbnail: 'vault.webp',
    identityFirst: true,
  },
]

export const findItem = (id: unknown): ShopItem | undefined => CATALOGUE.find((item) => item.id === id)
