import { MASKED } from '../platform/mask-rules.ts'

/** Stands for what is past the bounds of what is taken down. */
const MORE = '…'

const MAX_MEMBERS = 40
const MAX_DEPTH = 4
const NAME = /^[A-Za-z][\w-]{0,39}$/
const BLOCKCHAINS = new Set(
  'arbitrum avalanche base bitcoin bnb ethereum near optimism polygon solana sui ton tron'.split(' '),
)

type Members = Readonly<Record<string, unknown>>

/** How many members may still be taken down. */
interface Room {
  members: number
}

const shapeOf = (value: unknown, room: Room, depth: number): unknown => {
  if (value === null) return null
  if (typeof value !== 'object') return MASKED
  if (depth === 0) return MORE
  if (!Array.isArray(value)) return membersBeside([], value as Members, room, depth)
  const shown = value.slice(0, Math.max(0, room.members)).map((each) => {
    room.members -= 1
    return shapeOf(each, room, depth - 1)
  })
  return shown.length < value.length ? [...shown, MORE] : shown
}

/** The members but for those of these names: their names, where they look like names, and the shape of their values. */
const membersBeside = (names: readonly string[], object: Members, room: Room, depth = MAX_DEPTH): Members => {
  const shown: [name: string, value: unknown][] = []
  for (const name of Object.keys(object)) {
    if (names.includes(name)) continue
    if (room.members <= 0) return Object.fromEntries([...shown, [MORE, MORE]])
    room.members -= 1
    shown.push([NAME.test(name) ? name : MASKED, shapeOf(object[name], room, depth - 1)])
  }
  return Object.fromEntries(shown)
}

/** A wallet without its address: that leads to everything its owner ever did. */
const walletShape = ({ blockchain, ...wallet }: Members, room: Room): Members => ({
  ...membersBeside([], wallet, room),
  blockchain: BLOCKCHAINS.has(String(blockchain).toLowerCase()) ? blockchain : MASKED,
})

const IN_BODY = ['transaction_type', 'buyer', 'currency', 'idempotency_key', 'items', 'reference']
const IN_ITEM = ['id', 'title', 'description', 'amount', 'image_url']

/** The body of an intent's request as it came, before anything was left out of it. It has passed the schema. */
interface Received extends Members {
  readonly buyer: Members
  readonly items: readonly [Members]
}

/** What of a request its intent has no place for. */
export interface AskedRest {
  readonly buyer: Members
  readonly item: Members
  readonly body: Members
}

/** What is kept of a body beside its intent: names of members, no value but that of a known blockchain. At most 4 KiB. */
export const askedRest = (received: unknown): AskedRest => {
  const { buyer, items, ...body } = received as Received
  const room = { members: MAX_MEMBERS }
  const { wallet } = buyer
  return {
    buyer: {
      ...membersBeside(['id', 'wallet'], buyer, room),
      ...(wallet === undefined ? {} : { wallet: walletShape(wallet as Members, room) }),
    },
    item: membersBeside(IN_ITEM, items[0], room),
    body: membersBeside(IN_BODY, body, room),
  }
}

/** What of a request its intent keeps as it was. */
interface AskedKept {
  readonly buyer: { readonly id?: string | undefined }
  readonly currency: string
  readonly item: Members
  readonly reference: string | null
}

/** What a merchant asked for when an intent was made, as far as it is kept. */
export interface StoredRequest {
  readonly kept: AskedKept
  /** Null for an intent from before it was kept. */
  readonly rest: AskedRest | null
}

/** The body as it came, masked. */
export const askedBody = ({ kept: { buyer, currency, item, reference }, rest }: StoredRequest): Members => ({
  transaction_type: 'BUY_VDA',
  buyer: { ...buyer, ...(rest === null ? { [MORE]: MORE } : rest.buyer) },
  currency,
  idempotency_key: MASKED,
  items: [{ ...item, ...rest?.item }],
  ...(reference === null ? {} : { reference }),
  ...rest?.body,
})
