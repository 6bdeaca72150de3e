import { type CheckoutProblem, LIMITS, type UploadKind } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { listUploadKinds, writeCustomer, writeUpload } from './customer-store.ts'
import { sniffFileType } from './file-type-rules.ts'
import { takeStep } from './take-step.ts'

const KINDS: readonly UploadKind[] = ['government_id', 'selfie']

/** Keeps a document or selfie, in place of the one before; its type is what its first bytes say. */
export const giveFile = async (
  deps: KycDeps,
  sessionId: string,
  kind: UploadKind,
  content: Buffer,
): Promise<CheckoutProblem | null> => {
  if (content.length === 0) return 'file_missing'
  if (content.length > LIMITS.uploadBytes) return 'file_size'
  const contentType = sniffFileType(content)
  if (contentType === null) return 'file_type'
  return takeStep(deps, sessionId, 'documents', async ({ transaction, session, at }) => {
    const upload = { kind, contentType, content: deps.secrets.encrypt(content) }
    await writeUpload(transaction, session.customerId, upload, at)
    return null
  })
}

/** Sends the documents off, once both are there. */
export const submitDocuments = (deps: KycDeps, sessionId: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'documents', async ({ transaction, session, at }) => {
    const kinds = await listUploadKinds(transaction, session.customerId)
    if (!KINDS.every((kind) => kinds.includes(kind))) return 'file_missing'
    await writeCustomer(transaction, session.customerId, { documents_submitted_at: at })
    return null
  })
