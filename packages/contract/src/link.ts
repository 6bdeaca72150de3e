import { httpUrlSchema } from './primitives.ts'

/** Whether a URL has neither user name nor password, which whoever is shown the URL could read. */
export const isWithoutUser = (url: string): boolean => {
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

/** The address of a page that buyers are led to. */
export const linkSchema = httpUrlSchema.refine((text) => !URL.canParse(text) || isWithoutUser(text), {
  error: 'must not hold a user name or password',
})
