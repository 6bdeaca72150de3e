import { plainPage } from '../http/plain-page.ts'

const TEXTS = {
  401: {
    title: 'This link has been used',
    text: 'A payment link opens once, and within a few seconds. Please go back to the shop and start the payment again.',
  },
  404: {
    title: 'There is no such payment',
    text: 'Please go back to the shop and start the payment again.',
  },
} as const
export type RefusalStatus = keyof typeof TEXTS

/** What a person sees who follows a link that does not open. */
export const refusalPage = (status: RefusalStatus): string => {
  const { title, text } = TEXTS[status]
  return plainPage({ title, content: `<p>${text}</p>` })
}
