import type { CheckoutProblem, UploadKind } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { markDocumentsSubmitted } from './customer-store.ts'
import { takeStep } from './take-step.ts'
import { listUploadKinds } from './upload-store.ts'

const KINDS: readonly UploadKind[] = ['government_id', 'selfie']

/** Sends the documents off, once both are there. */
export const submitDocuments = (deps: KycDeps, sessionId: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'documents', async ({ transaction, session, at }) => {
    const kinds = await listUploadKinds(transaction, session.customerId)
    if (!KINDS.every((kind) => kinds.includes(kind))) return 'file_missing'
    await markDocumentsSubmitted(transaction, session.customerId, at)
    return null
  })
