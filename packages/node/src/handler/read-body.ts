/** The body's bytes as they are; undefined where there are more than `limitBytes`. */
export const readBody = async (request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > limitBytes) return undefined
  const reader = request.body?.getReader()
  if (reader === undefined) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > limitBytes) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
  const body = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}
