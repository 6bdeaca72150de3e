import type { UploadKind } from '@coinslot/contract'
import { z } from 'zod'
import type { Executor } from '../db/database.ts'
import type { Sealed } from '../db/sealed.ts'
import type { KycDeps } from './deps.ts'
import type { KycApplication, KycDocument, PostalAddress } from './provider.ts'
import { type Requirement, REQUIREMENTS } from './level-rules.ts'
import type { KycSession } from './session-store.ts'
import { listUploads, readPieces } from './upload-store.ts'

const addressSchema: z.ZodType<PostalAddress> = z.object({
  street: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
})

/**
 * Whether all is there that the level asks for. Some of it has been forgotten where another application of the same
 * customer was rejected since this one was sent off.
 */
export const isWhole = ({ level, email, fullName, phone, address, governmentId, selfie }: KycApplication): boolean =>
  REQUIREMENTS[level].every((requirement) => {
    switch (requirement) {
      case 'email':
        return email !== ''
      case 'identity':
        return fullName !== null && phone !== null
      case 'address':
        return address !== null
      case 'documents':
        return governmentId !== null && selfie !== null
    }
  })

/** Everything that the session's level asks for, decrypted; lives for one call to the provider. */
export const readApplication = async (
  { secrets }: Pick<KycDeps, 'secrets'>,
  executor: Executor,
  { id, level, customerId, customer }: KycSession,
): Promise<KycApplication> => {
  const open = (sealed: Sealed | null): string | null => (sealed ? secrets.decrypt(sealed).toString('utf8') : null)
  const asks = (requirement: Requirement) => REQUIREMENTS[level].includes(requirement)
  const uploads = asks('documents') ? await listUploads(executor, customerId) : []
  const document = async (kind: UploadKind): Promise<KycDocument | null> => {
    const upload = uploads.find((each) => each.kind === kind)
    if (upload === undefined) return null
    const pieces = await readPieces(executor, upload.uploadId)
    if (pieces.length === 0) return null
    const content = Buffer.concat(pieces.map((piece) => secrets.decrypt(piece)))
    return { contentType: upload.contentType, content }
  }
  const back = await document('government_id_back')
  const address = asks('address') ? open(customer.address) : null
  return {
    reference: id,
    level,
    email: open(customer.email) ?? '',
    fullName: asks('identity') ? open(customer.fullName) : null,
    phone: asks('identity') ? open(customer.phone) : null,
    address: address === null ? null : addressSchema.parse(JSON.parse(address)),
    governmentId: await document('government_id'),
    ...(back && { governmentIdBack: back }),
    selfie: await document('selfie'),
  }
}
