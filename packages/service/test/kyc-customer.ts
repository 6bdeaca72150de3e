import { CHECKOUT_PATHS, type SessionView, sessionViewSchema, type UploadKind } from '@coinslot/contract'
import type { Buyer } from './buyer.ts'

export const EMAIL = 'grace.hopper@example.com'
export const PHONE = '+15555550123'
export const FULL_NAME = 'Grace Hopper'
export const ADDRESS = { street: '1 Navy Yard', city: 'Arlington', postal_code: '22202', country: 'US' }
export const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('pixels of a passport')])

export const giveEmail = async (page: Buyer, email = EMAIL): Promise<SessionView> => {
  await page.act(CHECKOUT_PATHS.kycEmail, { email })
  return page.act(CHECKOUT_PATHS.kycEmailCode, { code: '947293' })
}

export const giveIdentity = async (page: Buyer, fullName = FULL_NAME): Promise<SessionView> => {
  await page.act(CHECKOUT_PATHS.kycIdentity, { full_name: fullName, phone: PHONE })
  return page.act(CHECKOUT_PATHS.kycPhoneCode, { code: '123456' })
}

export const giveAddress = (page: Buyer): Promise<SessionView> => page.act(CHECKOUT_PATHS.kycAddress, ADDRESS)

/** Comes as far as the documents of level 3. */
export const giveAllBeforeDocuments = async (page: Buyer): Promise<SessionView> => {
  await giveEmail(page)
  await giveIdentity(page)
  return giveAddress(page)
}

export const upload = async (
  page: Buyer,
  kind: UploadKind,
  content: Buffer = PNG,
  type = 'image/png',
): Promise<SessionView> => {
  const request = { method: 'PUT', raw: content, headers: { 'content-type': type } }
  return (await page.send(`${CHECKOUT_PATHS.upload}/${kind}`, request)).data(sessionViewSchema)
}

export const giveDocuments = async (page: Buyer): Promise<SessionView> => {
  await upload(page, 'government_id')
  await upload(page, 'selfie')
  return page.act(CHECKOUT_PATHS.kycSubmit)
}
