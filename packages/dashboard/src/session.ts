import type { DashboardSession } from '@coinslot/contract/dashboard-operations'

let known: DashboardSession | undefined

export const setSession = (session: DashboardSession): void => {
  known = session
}

/** Told on `window`: the service knows this page's session no more, or the page has the next one of its viewer. */
export const SESSION_ENDED = 'session-ended'
export const SESSION_RENEWED = 'session-renewed'
/** Told on `window`: this browser has signed in as somebody else. */
export const SESSION_REPLACED = 'session-replaced'

/** Whether another session sees and does what this one does. */
export const isOfSameViewer = ({ role, mode, merchant, base_url }: DashboardSession): boolean =>
  known !== undefined &&
  role === known.role &&
  mode === known.mode &&
  merchant?.id === known.merchant?.id &&
  base_url === known.base_url

/** Whose session it is; pages are drawn only when that is known. */
export const session = (): DashboardSession => {
  if (known === undefined) throw new Error('No page is drawn before the session is known')
  return known
}

export const isOperator = (): boolean => session().role === 'operator'
export const isSandbox = (): boolean => session().mode === 'sandbox'

/** The filters that stand in the address, of those a list knows. */
export const filtersOf = (search: URLSearchParams, names: readonly string[]): Record<string, string | undefined> =>
  Object.fromEntries([...names, 'merchant'].map((name) => [name, search.get(name) ?? undefined]))

/** The merchant that an operator looks at, if it is one; actions that make something for a merchant name it. */
export const chosenMerchant = (search: URLSearchParams): string | undefined =>
  search.get('merchant') ?? session().merchant?.id
