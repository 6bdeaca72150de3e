import { operations } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { countryOf } from '../screening/country.ts'
import { startKyc } from './start.ts'

/** @see service.md, "POST /compliance/v2/kyc"; decisions.md §5 */
export const kycRoutes = (app: FastifyInstance, deps: Deps): void =>
  route(app, deps, operations.startKyc, async ({ principal, body, raw }) => ({
    status: 200,
    data: await startKyc(deps, principal, body, countryOf(raw, deps.config.mode)),
  }))
