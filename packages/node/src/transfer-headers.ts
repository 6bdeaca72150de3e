/** Takes away how a body came, and how an answer may, where headers are handed on with another body. @internal */
export const dropTransferHeaders = (headers: Headers): void => {
  for (const name of ['accept-encoding', 'content-encoding', 'content-length', 'transfer-encoding'])
    headers.delete(name)
}
