import { SANDBOX } from '@coinslot/contract'

/** Answers the sandbox bank's question in its own form. */
export const answerBank = async (
  challenge: { readonly url: string; readonly creq: string },
  password: string = SANDBOX.challengePassword,
): Promise<void> => {
  const submit = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', body: new URLSearchParams(fields) }).then((response) => response.text())
  const question = await submit(challenge.url, { creq: challenge.creq })
  const action = /<form[^>]*\baction="([^"]+)"/.exec(question)?.[1]
  if (action === undefined) throw new Error('The bank asks nothing')
  await submit(new URL(action, challenge.url).href, { creq: challenge.creq, password })
}
