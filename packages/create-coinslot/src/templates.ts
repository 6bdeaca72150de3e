/** The texts of example shops, by their names and by paths in them. */
export type Templates = Readonly<Record<string, Readonly<Record<string, string>>>>

export const BACKENDS = ['express', 'fastify', 'nextjs'] as const
export type Backend = (typeof BACKENDS)[number]
export const PAGES = ['react', 'html'] as const
export type Page = (typeof PAGES)[number]

/** What is asked. Next.js brings its page, which is React. */
export interface Choice {
  readonly backend: Backend
  readonly page: Page
}
