import { SANDBOX } from '@coinslot/contract'
import { exchange } from './exchange.ts'

/** Answers the sandbox bank's question in its own form. */
export const answerBank = async (
  challenge: { readonly url: string; readonly creq: string },
  password: string = SANDBOX.challengePassword,
): Promise<void> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const submit = async (url: string, fields: Record<string, string>): Promise<string> =>
    (await exchange(url, { method: 'POST', headers, body: `${new URLSearchParams(fields)}` })).text
  const question = await submit(challenge.url, { creq: challenge.creq })
  const action = /<form[^>]*\baction="([^"]+)"/.exec(question)?.[1]
  if (action === undefined) throw new Error('The bank asks nothing')
  await submit(new URL(action, challenge.url).href, { creq: challenge.creq, password })
}
