import { CHECKOUT_PATHS, LIMITS, uploadParamsSchema } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { type Mount, sessionBinder } from './session-binder.ts'
import type { CheckoutDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { toApiError } from '../http/to-api-error.ts'
import { parsePart } from '../http/validation.ts'
import { giveFile } from '../kyc/documents-step.ts'
import { kycSessionOf } from './kyc-actions.ts'

const MEBIBYTE = 1_048_576
const TOO_LARGE = `The file is too large; send at most ${LIMITS.uploadBytes / MEBIBYTE} MB`

/** Takes documents as raw bodies of any declared type, in a scope of its own: everything else takes JSON alone. */
export const uploadAction = (scope: FastifyInstance, deps: CheckoutDeps, mount: Mount): void =>
  void scope.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LIMITS.uploadBytes },
      async (_request: unknown, body: string | Buffer) => body,
    )
    uploads.setErrorHandler(async (error) => {
      throw toApiError(error).status === 413 ? new ApiError(413, TOO_LARGE, { cause: error }) : error
    })
    const bind = sessionBinder(uploads, deps, mount)
    bind('PUT', `${CHECKOUT_PATHS.upload}/:kind`, async (session, { params, body }) => {
      const { kind } = parsePart(uploadParamsSchema, params, 'params')
      const content = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      return giveFile(deps, await kycSessionOf(deps, session), kind, content)
    })
  })
