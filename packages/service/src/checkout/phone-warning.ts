import { PHONE_WARNING_META } from '@coinslot/contract/checkout'
import { type Language, preferredLanguage, spokenLanguage } from '../http/buyer-language.ts'

/** To the phone: a stranger may have sent the link to a check of their own, to have it passed with another's documents. */
const WARNINGS: Readonly<Record<Language, string>> = {
  en: 'Go on only if you began this check yourself. If somebody else sent you the link, close this page.',
  de: 'Machen Sie nur weiter, wenn Sie diese Prüfung selbst begonnen haben. Hat Ihnen jemand anderes den Link geschickt, schließen Sie diese Seite.',
  fr: 'Ne continuez que si vous avez commencé vous-même cette vérification. Si quelqu’un d’autre vous a envoyé le lien, fermez cette page.',
  es: 'Sigue solo si empezaste tú esta verificación. Si el enlace te lo envió otra persona, cierra esta página.',
  pt: 'Continue apenas se foi você quem começou esta verificação. Se outra pessoa lhe enviou o link, feche esta página.',
  ja: 'ご自身で始めた本人確認の場合だけ、続けてください。ほかの人からリンクが送られてきた場合は、このページを閉じてください。',
  ar: 'تابع فقط إذا بدأت هذا التحقق بنفسك. إذا أرسل إليك شخص آخر هذا الرابط، فأغلق هذه الصفحة.',
}

/** Writes the warning into a phone's document, in the buyer's language. */
export const withPhoneWarning = (html: string, acceptLanguage: string | undefined): string => {
  const { language } = spokenLanguage(preferredLanguage(acceptLanguage))
  const meta = `<meta name="${PHONE_WARNING_META}" lang="${language}" content="${WARNINGS[language]}" />`
  return html.replace('<title>', () => `${meta}<title>`)
}
