import { operations } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { KycDeps } from './deps.ts'
import type { BindMerchantRoute } from '../auth/bearer.ts'
import { countryOf } from '../screening/country.ts'
import { startKyc } from './start.ts'

/** @see service.md, "POST /compliance/v2/kyc"; decisions.md §5 */
export const kycRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: KycDeps): void =>
  route(app, operations.startKyc, async ({ principal, body, raw }) => ({
    status: 200,
    data: await startKyc(deps, principal, body, countryOf(raw, deps.config.mode)),
  }))
