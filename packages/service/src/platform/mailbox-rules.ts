const DOTS_DO_NOT_COUNT = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox that an e-mail address reaches, in one spelling: letter case, compatibility forms, white space, and the
 * two forms of an international domain are folded; what follows a plus, and dots where Google ignores them, are left out.
 * Two mailboxes that a rare provider tells apart by these share the limits of codes and a ban, and nothing else.
 */
export const mailboxOf = (email: string): string => {
  const folded = email.normalize('NFKC').replaceAll(/\s/gu, '').toLowerCase()
  const at = folded.lastIndexOf('@')
  const named = folded.slice(at + 1).replace(/\.$/, '')
  const domain = URL.parse(`http://${named}`)?.hostname ?? named
  const untagged = folded.slice(0, at).replace(/(?<=.)\+.*/s, '')
  return DOTS_DO_NOT_COUNT.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
