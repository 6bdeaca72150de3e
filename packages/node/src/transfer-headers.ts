/** Removes what says how a body was encoded, and how the answer may be, from headers that are passed on with another body. @internal */
export const dropTransferHeaders = (headers: Headers): void => {
  for (const name of ['accept-encoding', 'content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name)
}
