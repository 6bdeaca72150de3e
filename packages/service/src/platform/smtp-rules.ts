/** How mail goes out. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** Encrypted from the first byte (`smtps`); otherwise by STARTTLS, but on loopback. */
  readonly isImplicitTls: boolean
  readonly user: { readonly name: string; readonly password: string } | null
  /** Such as `Coins <pay@example.com>`. */
  readonly from: string
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 }
/** Without what ends an address, begins another one, or is not seen. */
const ADDRESS = String.raw`[^\s\p{C}<>@,;:"()\\]+@[^\s\p{C}<>@,;:"()\\]+`
const FROM = new RegExp(String.raw`^([^<>@\r\n]{1,100}<${ADDRESS}>|${ADDRESS})$`, 'u')

/** Whether a text is an address of mail, with a name or without. */
export const isMailAddress = (text: string): boolean => FROM.test(text)

/** The name, which may be quoted, and the address of what `isMailAddress` takes. */
export const partsOfMailAddress = (text: string): { readonly name: string; readonly address: string } => {
  const [, name = '', address = text] = /(.*)<(.*)>/.exec(text) ?? []
  const quoted = /^"(.*)"$/.exec(name.trim())?.[1]
  return { name: quoted?.replaceAll(/\\(.)/g, '$1') ?? name.trim(), address }
}

/** Null where a `%` begins nothing. */
const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** As DNS knows it, where only URLs of the web are read so. Null where it is not one host. */
const hostOf = (url: URL): string | null => {
  const host = URL.parse(`http://${url.hostname}`)?.hostname ?? ''
  return /^(\[[\da-f:.]+\]|[\w.-]+)$/.test(host) ? host.replaceAll(/[[\]]/g, '') : null
}

/**
 * Reads `smtp://user:password@host:587` or `smtps://…`; null where it is neither. Nothing but host, port and user can be
 * said there: certificates are always checked.
 */
export const readSmtpUrl = (text: string): Omit<SmtpConfig, 'from'> | null => {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.port === '0') return null
  if (url.search !== '' || url.hash !== '' || !['', '/'].includes(url.pathname)) return null
  const [name, password] = [decoded(url.username), decoded(url.password)]
  const host = hostOf(url)
  if (name === null || password === null || host === null) return null
  if (name === '' && password !== '') return null
  return {
    host,
    port: url.port === '' ? PORTS[url.protocol] : Number(url.port),
    isImplicitTls: url.protocol === 'smtps:',
    user: name === '' ? null : { name, password },
  }
}

const CLEAR_PORTS: readonly number[] = [25, 587, 2525]

/** A sentence where scheme and port hardly go together (RFC 8314 §3.3, §7.3): such a server does not answer, or not in TLS. */
export const doubtOfPort = (smtp: Pick<SmtpConfig, 'port' | 'isImplicitTls'> | null): readonly string[] => {
  if (smtp?.isImplicitTls && CLEAR_PORTS.includes(smtp.port)) {
    return [
      `Servers of mail begin in clear text on port ${smtp.port}: write smtp:// in COINSLOT_SMTP_URL, not smtps://`,
    ]
  }
  if (smtp?.isImplicitTls === false && smtp.port === PORTS['smtps:']) {
    return ['Servers of mail encrypt port 465 from the first byte: write smtps:// in COINSLOT_SMTP_URL, not smtp://']
  }
  return []
}
