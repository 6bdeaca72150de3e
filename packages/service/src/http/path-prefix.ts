/** What stands before every path where the service's address has a path of its own, such as `/coins`; without a slash at its end. */
export const pathPrefixOf = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '')
