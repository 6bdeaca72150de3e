/** Statuses in which an attempt keeps others out. */
const ACTIVE_STATUSES = ['authorising', 'challenged', 'reversing'] as const

interface Tried {
  readonly status: string
}

export const isActive = ({ status }: Tried): boolean => (ACTIVE_STATUSES as readonly string[]).includes(status)

export const countRefusals = (attempts: readonly Tried[]): number =>
  attempts.filter(({ status }) => status === 'refused').length
