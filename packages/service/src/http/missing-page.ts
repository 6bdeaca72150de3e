import type { FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage, spokenLanguage } from './buyer-language.ts'
import { escapeHtml } from './escape-html.ts'
import { MISSING_WORDS } from './missing-words.ts'
import { PLAIN_PAGE_POLICY, plainPage } from './plain-page.ts'

/** Where those go on who did not come to pay; only what is there. */
export interface Places {
  readonly reference?: string
  readonly dashboard?: string
}

const NAMES = ['reference', 'dashboard'] as const

/** Tells a person who opens the service itself, or an address of nothing, what this is and where to go on. */
export const sendMissingPage = (request: FastifyRequest, reply: FastifyReply, isFront: boolean, places: Places) => {
  const { language, direction } = spokenLanguage(preferredLanguage(request.headers['accept-language']))
  const words = MISSING_WORDS[language]
  const links = NAMES.flatMap((name) => {
    const href = places[name]
    return href === undefined ? [] : [`<a href="${escapeHtml(href)}">${words[name]}</a>`]
  })
  const nav = links.length === 0 ? '' : `\n      <nav>${links.join(' ')}</nav>`
  return reply
    .code(isFront ? 200 : 404)
    .header('content-security-policy', PLAIN_PAGE_POLICY)
    .header('vary', 'accept, accept-language')
    .type('text/html; charset=utf-8')
    .send(
      plainPage({
        title: isFront ? 'Coinslot' : words.title,
        content: `<p>${words.text}</p>${nav}`,
        language,
        direction,
      }),
    )
}
