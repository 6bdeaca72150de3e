/**
 * A Postgres URL whose `sslmode` says what it means to the driver: `verify-full` of every one that asks for TLS. Of the others the
 * driver warns, in ten lines, that it will mean something weaker by them one day.
 */
export const withPlainTlsMode = (url: string): string =>
  /[?&]uselibpqcompat=true(&|$)/.test(url)
    ? url
    : url.replace(/(?<=[?&]sslmode=)(prefer|require|verify-ca)(?=&|$)/, 'verify-full')
