import { CHECKOUT_PATHS, uploadParamsSchema } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { dropRest } from '../http/drop-rest.ts'
import { letArriveSlowly } from '../http/slow-body.ts'
import { parsePart } from '../http/validation.ts'
import { receiveFile } from '../kyc/receive-file.ts'
import type { UploadBudget } from '../kyc/upload-budget.ts'
import type { CheckoutDeps } from './deps.ts'
import { kycSessionOf } from './kyc-actions.ts'
import { type Mount, sessionBinder } from './session-binder.ts'

const declaredBytesOf = (contentLength: string | undefined): number | null =>
  contentLength === undefined ? null : Number(contentLength)

/** Takes documents as raw bodies of any declared type, in a scope of its own: everything else takes JSON alone. */
export const uploadAction = (scope: FastifyInstance, deps: CheckoutDeps, mount: Mount, budget: UploadBudget): void =>
  void scope.register(async (uploads) => {
    // What the buyer's machine calls a file may be no media type at all, which would be a 415.
    uploads.addHook('onRequest', async ({ headers }) => void delete headers['content-type'])
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('*', (_request, _body, done) => done(null))
    const bind = sessionBinder(uploads, deps, mount)
    bind('PUT', `${CHECKOUT_PATHS.upload}/:kind`, async (session, { params, headers, raw }) => {
      const { kind } = parsePart(uploadParamsSchema, params, 'params')
      const sessionId = await kycSessionOf(deps, session)
      const body = letArriveSlowly(uploads.server, raw)
      const declaredBytes = declaredBytesOf(headers['content-length'])
      const problem = await budget.hold(session.merchantId, body, () =>
        receiveFile(deps, sessionId, { kind, declaredBytes, bytes: raw }),
      )
      // A browser looks for the answer only once it has sent the whole file, refused or not.
      void dropRest(raw)
      return problem
    })
  })
