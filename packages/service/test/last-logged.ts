import type { TestService } from './harness.ts'

/** The fields of the last line of a service's log that has this message; none where there is no such line. */
export const lastLogged = ({ logs }: Pick<TestService, 'logs'>, message: string): Record<string, unknown> =>
  JSON.parse(logs.findLast((line) => line.includes(message)) ?? '{}') as Record<string, unknown>
