import type { UploadKind } from '@coinslot/contract'
import { z } from 'zod'
import type { Executor } from '../db/database.ts'
import type { Sealed } from '../db/sealed.ts'
import type { Subject } from '../screening/screening-rules.ts'
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

const openedBy =
  ({ secrets }: Pick<KycDeps, 'secrets'>) =>
  (sealed: Sealed | null): string | null =>
    sealed ? secrets.decrypt(sealed).toString('utf8') : null

const isAskedBy = ({ level }: KycSession, requirement: Requirement): boolean =>
  REQUIREMENTS[level].includes(requirement)

const readAddress = (deps: Pick<KycDeps, 'secrets'>, session: KycSession): PostalAddress | null => {
  const address = isAskedBy(session, 'address') ? openedBy(deps)(session.customer.address) : null
  return address === null ? null : addressSchema.parse(JSON.parse(address))
}

/** What a customer is looked for by in the lists of bans and flagged wallets, and the country that they gave as theirs. */
export const readSubject = (deps: Pick<KycDeps, 'secrets'>, session: KycSession): Subject => {
  const open = openedBy(deps)
  return {
    email: open(session.customer.email) ?? undefined,
    externalId: session.externalId ?? undefined,
    walletAddress: open(session.wallet) ?? undefined,
    country: readAddress(deps, session)?.country ?? null,
  }
}

/** An application without its files. */
type Texts = Pick<KycApplication, 'reference' | 'level' | 'email' | 'fullName' | 'phone' | 'address'>

/** What the session's level asks for and the customer has typed, decrypted. */
export const readTexts = (deps: Pick<KycDeps, 'secrets'>, session: KycSession): Texts => {
  const { id, level, customer } = session
  const open = openedBy(deps)
  const hasIdentity = isAskedBy(session, 'identity')
  return {
    reference: id,
    level,
    email: open(customer.email) ?? '',
    fullName: hasIdentity ? open(customer.fullName) : null,
    phone: hasIdentity ? open(customer.phone) : null,
    address: readAddress(deps, session),
  }
}

/** Everything that the session's level asks for, decrypted; lives for one call to the provider. */
export const readApplication = async (
  deps: Pick<KycDeps, 'secrets'>,
  executor: Executor,
  session: KycSession,
): Promise<KycApplication> => {
  const uploads = isAskedBy(session, 'documents') ? await listUploads(executor, session.customerId) : []
  const document = async (kind: UploadKind): Promise<KycDocument | null> => {
    const upload = uploads.find((each) => each.kind === kind)
    if (upload === undefined) return null
    const pieces = await readPieces(executor, upload.uploadId)
    if (pieces.length === 0) return null
    const content = Buffer.concat(pieces.map((piece) => deps.secrets.decrypt(piece)))
    return { contentType: upload.contentType, content }
  }
  const back = await document('government_id_back')
  return {
    ...readTexts(deps, session),
    governmentId: await document('government_id'),
    ...(back && { governmentIdBack: back }),
    selfie: await document('selfie'),
  }
}
