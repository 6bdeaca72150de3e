import type { Secrets } from '../platform/secrets.ts'
import type { Executor } from '../db/database.ts'
import type { ScreeningDeps } from './deps.ts'
import {
  bannableValues,
  type Findings,
  isSanctioned,
  normaliseValue,
  normaliseWallet,
  refusal,
  sandboxOutcome,
  type Subject,
} from './screening-rules.ts'
import { banPlace, type ListedValue, readLists, walletPlace } from './list-store.ts'

export const banHash = (secrets: Secrets, value: string): Buffer => secrets.hash(`ban:${normaliseValue(value)}`)
export const walletHash = (secrets: Secrets, address: string): Buffer =>
  secrets.hash(`wallet:${normaliseWallet(address)}`)

/** A value as the list of bans keeps it. */
export const sealBan = (secrets: Secrets, value: string): ListedValue => {
  const hash = banHash(secrets, value)
  return { hash, encrypted: secrets.encrypt(value, banPlace(hash)) }
}

/** An address as the list of flagged wallets keeps it. */
export const sealWallet = (secrets: Secrets, address: string): ListedValue => {
  const hash = walletHash(secrets, address)
  return { hash, encrypted: secrets.encrypt(address, walletPlace(hash)) }
}

/** A subject made ready for one statement: what is known already, and the hashes to look for. */
export interface ScreeningFacts extends Findings {
  readonly valueHashes: readonly Buffer[]
  readonly walletHash: Buffer | null
}

export const screeningFacts = ({ config, secrets }: ScreeningDeps, subject: Subject): ScreeningFacts => ({
  sanctioned: isSanctioned(subject.country, config.sanctionedCountries),
  sandbox: config.mode === 'sandbox' ? sandboxOutcome(subject) : null,
  valueHashes: bannableValues(subject).map((value) => banHash(secrets, value)),
  walletHash: subject.walletAddress === undefined ? null : walletHash(secrets, subject.walletAddress),
})

/** Why nothing is created for a subject, or null; one query. @see decisions.md §3, §5 */
export const screen = async (
  deps: ScreeningDeps,
  executor: Executor,
  subject: Subject,
): Promise<'ERR01' | 'ERR03' | 'ERR15' | null> => {
  const facts = screeningFacts(deps, subject)
  return refusal(facts, await readLists(executor, facts.valueHashes, facts.walletHash))
}
