import type { UploadKind } from '@coinslot/contract'
import { z } from 'zod'
import type { Executor } from '../db/database.ts'
import type { KycDeps } from './deps.ts'
import { readUploads } from './customer-store.ts'
import type { KycApplication, KycDocument, PostalAddress } from './provider.ts'
import { type Requirement, REQUIREMENTS } from './level-rules.ts'
import type { KycSession } from './session-store.ts'

const addressSchema: z.ZodType<PostalAddress> = z.object({
  street: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
})

/** Everything that the session's level asks for, decrypted; lives for one call to the provider. */
export const readApplication = async (
  { secrets }: Pick<KycDeps, 'secrets'>,
  executor: Executor,
  { id, level, customerId, customer }: KycSession,
): Promise<KycApplication> => {
  const open = (sealed: Buffer | null): string | null => (sealed ? secrets.decrypt(sealed).toString('utf8') : null)
  const asks = (requirement: Requirement) => REQUIREMENTS[level].includes(requirement)
  const uploads = asks('documents') ? await readUploads(executor, customerId) : []
  const document = (kind: UploadKind): KycDocument | null => {
    const upload = uploads.find((each) => each.kind === kind)
    return upload ? { contentType: upload.contentType, content: secrets.decrypt(upload.content) } : null
  }
  const address = asks('address') ? open(customer.address) : null
  return {
    reference: id,
    level,
    email: open(customer.email) ?? '',
    fullName: asks('identity') ? open(customer.fullName) : null,
    phone: asks('identity') ? open(customer.phone) : null,
    address: address === null ? null : addressSchema.parse(JSON.parse(address)),
    governmentId: document('government_id'),
    selfie: document('selfie'),
  }
}
