import type { TestService } from './harness.ts'
import { withoutTable } from './without-table.ts'

export const useToken = async (service: TestService, token: string): Promise<number> =>
  (await service.request('/notifications/v1/subscriptions', { token })).status

/**
 * What a token is worth before a table cannot be read, while what is known of it is old, while it is too old, and once it
 * can be read again; and which promises nobody minded.
 */
export const useWithoutTable = async (service: TestService, table: string) => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  const { token } = await service.createMerchant()
  const before = await useToken(service, token)
  const meanwhile: number[] = []
  await withoutTable(service.deps.db, table, async () => {
    for (const ms of [2_000, 5_000]) {
      service.clock.advance(ms)
      meanwhile.push(await useToken(service, token))
    }
  })
  const after = await useToken(service, token)
  process.off('unhandledRejection', note)
  return { before, meanwhile, after, unhandled }
}
