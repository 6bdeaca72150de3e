import { giveAddress, giveEmail, giveIdentity } from '../../../service/test/kyc-customer.ts'
import { pageOf } from '../../../service/test/orders.ts'
import { createKyc, type InitData, type Stage } from './stage.ts'

const GIVEN = {
  address: [giveEmail, giveIdentity],
  documents: [giveEmail, giveIdentity, giveAddress],
} as const

/** A check of level 3 that asks for this next: what comes before it was given in an earlier visit. */
export const createKycAt = async (stage: Stage, step: keyof typeof GIVEN): Promise<InitData> => {
  const data = await createKyc(stage, 3)
  const page = pageOf(stage.service, String(data['widget_data']))
  for (const give of GIVEN[step]) await give(page)
  return data
}
