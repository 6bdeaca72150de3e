const CODES =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|HOSTNAME_MISMATCH|EPROTO|SELF_SIGNED_|DEPTH_ZERO_SELF_SIGNED_|UNABLE_TO_(GET|VERIFY)_)/

/** What the driver says, without a code of its own, of a server that offers no TLS. */
export const LACKS_TLS = /does not support SSL connections/

/** What OpenSSL says of a key or certificate of one's own, such as a key that has a passphrase. */
export const isUnfitFile = (code: string): boolean => code.startsWith('ERR_OSSL_')

/** Whether Node's code of an error says that no connection by TLS came about, mostly for the other side's certificate. */
export const isTlsFailure = (code: string): boolean => CODES.test(code)
