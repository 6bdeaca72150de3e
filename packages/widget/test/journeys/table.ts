// What becomes of a buyer who leaves, or does not, from every screen. The tests go through it, and the manual shows it.

/** What the buyer does. Close and Escape lead out; after the others the buyer is where they were. */
const WAYS = [
  'Close',
  'reload',
  'back, and forward again',
  'Escape outside the frame',
  'Escape inside the frame',
  'offline and back',
  'second tab',
] as const
type Way = (typeof WAYS)[number]

const LEAVING: readonly Way[] = ['Close', 'Escape outside the frame', 'Escape inside the frame']

/** Where buyer, service and page stand after a journey. */
export interface Standing {
  /** The payment's status; the step of a verification that stands alone. */
  readonly service: string
  /** Events of `<coin-slot>`, after `coinslot-ready`. */
  readonly page: readonly string[]
  /** The heading of the widget, or the shop. */
  readonly buyer: string
}

export const SHOP = 'the shop'

interface JourneyScreen {
  readonly name: string
  /** The button that leads out. */
  readonly button: 'Close' | 'Done'
  /** After a way that leads out. */
  readonly left: Standing
  /** After any other. */
  readonly stayed: Standing
}

const CLOSED = ['coinslot-close'] as const

export const SCREENS = [
  {
    name: 'card form',
    button: 'Close',
    left: { service: 'Created', page: CLOSED, buyer: SHOP },
    stayed: { service: 'Created', page: [], buyer: '500 gold coins' },
  },
  {
    name: 'paying, charged, the answer on its way',
    button: 'Close',
    left: { service: 'Approved', page: [], buyer: 'Payment approved' },
    stayed: { service: 'Approved', page: [], buyer: 'Payment approved' },
  },
  {
    name: 'Payment approved',
    button: 'Done',
    left: { service: 'Approved', page: ['coinslot-success'], buyer: SHOP },
    stayed: { service: 'Approved', page: [], buyer: 'Payment approved' },
  },
  {
    name: 'Confirm with your bank',
    button: 'Close',
    left: { service: 'Created', page: CLOSED, buyer: SHOP },
    stayed: { service: 'Created', page: [], buyer: 'Confirm with your bank' },
  },
  {
    name: 'Payment declined, another card may be tried',
    button: 'Close',
    left: { service: 'Declined', page: CLOSED, buyer: SHOP },
    stayed: { service: 'Created', page: [], buyer: 'Payment declined' },
  },
  {
    name: 'Payment declined for good',
    button: 'Close',
    left: { service: 'Declined', page: CLOSED, buyer: SHOP },
    stayed: { service: 'Declined', page: [], buyer: 'Payment declined' },
  },
  {
    name: 'Session expired',
    button: 'Close',
    left: { service: 'Expired', page: CLOSED, buyer: SHOP },
    stayed: { service: 'Expired', page: [], buyer: 'Session expired' },
  },
  {
    name: 'identity check before a payment',
    button: 'Close',
    left: { service: 'Created', page: CLOSED, buyer: SHOP },
    stayed: { service: 'Created', page: [], buyer: 'Your email address' },
  },
  {
    name: 'Verification approved',
    button: 'Done',
    left: { service: 'kyc_approved', page: ['coinslot-kyc-success'], buyer: SHOP },
    stayed: { service: 'kyc_approved', page: [], buyer: 'Verification approved' },
  },
  {
    name: 'Verification rejected',
    button: 'Done',
    left: { service: 'kyc_rejected', page: ['coinslot-kyc-failure', 'coinslot-close'], buyer: SHOP },
    stayed: { service: 'kyc_rejected', page: ['coinslot-kyc-failure'], buyer: 'Verification rejected' },
  },
] as const satisfies readonly JourneyScreen[]

export type ScreenName = (typeof SCREENS)[number]['name']

export interface JourneyRow {
  readonly screen: ScreenName
  readonly button: 'Close' | 'Done'
  readonly way: Way
  readonly expected: Standing
}

/** Every screen with every way, the commonest way first. */
export const JOURNEYS: readonly JourneyRow[] = WAYS.flatMap((way) =>
  SCREENS.map(({ name, button, left, stayed }) => ({
    screen: name,
    button,
    way,
    expected: LEAVING.includes(way) ? left : stayed,
  })),
)

/** Rows that one visit goes through, one after the other: what leaves the buyer where they were does not end it. */
export interface JourneyVisit {
  readonly screen: ScreenName
  readonly ways: string
  readonly rows: readonly JourneyRow[]
}

const visitOf = (...rows: readonly [JourneyRow, ...JourneyRow[]]): JourneyVisit => ({
  screen: rows[0].screen,
  ways: rows.map(({ way }) => way).join(', '),
  rows,
})

const isAlone = ({ screen, way }: JourneyRow): boolean => screen.startsWith('paying') || LEAVING.includes(way)

export const VISITS: readonly JourneyVisit[] = [
  ...JOURNEYS.filter(isAlone).map((row) => visitOf(row)),
  ...SCREENS.flatMap(({ name }) => {
    const [first, ...others] = JOURNEYS.filter((row) => row.screen === name && !isAlone(row))
    return first ? [visitOf(first, ...others)] : []
  }),
]

/** What every engine is taken through: the first twelve of those that need nothing held back on the network. */
export const ENGINE_JOURNEYS: readonly JourneyRow[] = JOURNEYS.filter(
  ({ screen }) => !screen.startsWith('paying'),
).slice(0, 12)

/** The heading of the screen itself. */
export const headingOf = (screen: ScreenName): string =>
  screen.startsWith('paying') ? '500 gold coins' : (SCREENS.find(({ name }) => name === screen)?.stayed.buyer ?? '')
