import { rekeyRequests } from '../payments/rekey-requests.ts'
import { reencrypt, type Reencryption } from '../platform/reencrypt.ts'
import { noteEarlierFormGone } from '../platform/sealed-store.ts'
import type { JobDeps } from './deps.ts'

export interface CarriedOver extends Reencryption {
  /** Hashes of requests that have a key now and had none. */
  readonly rekeyed: number
}

/**
 * Brings everything under the newest secret key and into today's form, in batches, while the service goes on. Once all of
 * it is, nothing is read any more that is not bound to its place.
 */
export const carryOver = async (deps: JobDeps, isStopping: () => boolean = () => false): Promise<CarriedOver> => {
  const reencrypted = await reencrypt(deps, isStopping)
  const rekeyed = await rekeyRequests(deps, isStopping)
  if (!isStopping() && reencrypted.unreadable === 0) {
    await noteEarlierFormGone(deps.db)
    deps.secrets.endEarlierForm()
  }
  return { ...reencrypted, rekeyed }
}
