import { DASHBOARD_PATH } from '@coinslot/contract/dashboard'

/** The path of the service's base URL, as the document says; empty where it has none. */
export const basePath = (): string => document.documentElement.dataset['base'] ?? ''

/** The address of a page, such as `/payments`. */
export const pageUrl = (path: string): string => `${basePath()}${DASHBOARD_PATH}${path === '/' ? '' : path}`
