/** One call of the merchant's API over plain HTTP, and the `data` of its answer. */
export const call = async <T = Record<string, string>>(
  serviceUrl: string,
  path: string,
  { body, token }: { body?: unknown; token?: string | undefined },
): Promise<T> => {
  const headers = new Headers()
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  const method = body === undefined ? 'GET' : 'POST'
  const answer = await fetch(`${serviceUrl}${path}`, { method, headers, body: JSON.stringify(body) ?? null })
  const { data }: { data: T } = await answer.json()
  return data
}
