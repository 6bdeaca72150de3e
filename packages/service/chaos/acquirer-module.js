// What `COINSLOT_MODULE` names in a chaos run: the acquirer of `acquirer.ts`, over HTTP.
const ACQUIRER = process.env.CHAOS_ACQUIRER

const ask = async (method, path, signal, body) => {
  const response = await fetch(`${ACQUIRER}${path}`, {
    method,
    signal,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`The acquirer answered ${response.status}`)
  return response.json()
}

export const processor = {
  challengeOrigins: ['http:'],
  authorise: ({ reference, card, amount, signal }) =>
    ask('POST', `/${reference}`, signal, { number: card.number, amount }),
  result: (reference, signal) => ask('GET', `/${reference}`, signal),
  cancel: (reference, signal) => ask('DELETE', `/${reference}`, signal),
}
