import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  LIMITS,
  operations,
  type Operation,
  OUTCOME_ERRORS,
  REQUEST_ERRORS,
  webhookEventSchema,
} from '@coinslot/contract'
import { SANDBOX, SANDBOX_CARDS } from '@coinslot/contract/sandbox'
import { benchmarks } from './benchmarks.ts'
import { journeyTable } from './journeys.ts'
import { LIMIT_WORDS } from './limit-words.ts'
import { rows } from './markdown.ts'
import { schemaTables } from './schema-tables.ts'

const FOLDER = join(import.meta.dirname, '..', 'generated')

const code = (text: string): string => `\`${text}\``

const shown = (value: unknown): string => {
  if (typeof value === 'number') return value.toLocaleString('en-US')
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([key, part]) => `${part} (${key})`)
    .join(', ')
}

const limits = (): string =>
  rows(
    ['limit', 'value'],
    (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).map((name) => [LIMIT_WORDS[name], shown(LIMITS[name])]),
  )

const operationTable = (): string =>
  rows(
    ['operation', 'does', 'success', 'errors of its own'],
    Object.values<Operation>(operations).map(({ method, path, summary, success, errors }) => [
      code(`${method} ${path}`),
      summary,
      Object.keys(success).join(', '),
      errors.join(', '),
    ]),
  )

const businessCodes = (): string =>
  rows(
    ['code', 'means', 'where'],
    [
      ...Object.entries(OUTCOME_ERRORS).map(([name, meaning]) => [code(name), meaning, '`error_code` of a success']),
      ...Object.entries(REQUEST_ERRORS).map(([name, meaning]) => [
        code(name),
        meaning,
        `\`code\` of an error, as ${Number(name.slice(3))}`,
      ]),
    ],
  )

const spaced = (number: string): string => number.replaceAll(/(.{4})(?=.)/g, '$1 ')

const testValues = (): string =>
  [
    '## Cards',
    rows(
      ['number', '3-D Secure (3DS)', 'ends', 'the bank says'],
      SANDBOX_CARDS.map(({ number, challenge, outcome, reason }) => [
        code(spaced(number)),
        challenge ? `asks for ${code(SANDBOX.challengePassword)}` : 'does not ask',
        outcome,
        reason === undefined ? '' : code(reason),
      ]),
    ),
    '## Codes and names',
    rows(
      ['value', 'what it does'],
      [
        [code(SANDBOX.challengePassword), 'the password of 3-D Secure'],
        [code(SANDBOX.emailCode), 'the one-time code (OTP) of any e-mail address'],
        [code(SANDBOX.phoneCode), 'the one-time code (OTP) of any phone number'],
        [code(`${SANDBOX.bannedEmailLocalPart}@…`), 'a buyer who is banned: `ERR01`'],
        [code(`${SANDBOX.kycEmailLocalPart}@…`), 'a buyer who must verify first: `ERR06`'],
        [`a wallet’s address ending in ${code(SANDBOX.flaggedWalletSuffix)}`, 'a flagged wallet: `ERR15`'],
        [`the header ${code(`${SANDBOX.countryHeader}: KP`)}`, 'a request from a sanctioned country: `ERR03`'],
        [`a full name with ${code(SANDBOX.rejectedName)}`, 'the verification is rejected'],
        [`a full name with ${code(SANDBOX.pendingName)}`, 'the verification stays pending'],
      ],
    ),
  ].join('\n\n')

const events = (): string =>
  webhookEventSchema.options
    .map(({ shape: { type, data } }) => `## ${code(type.value)}\n\n${schemaTables([data])}`)
    .join('\n\n')

const schemas = (): string =>
  schemaTables(Object.values<Operation>(operations).flatMap(({ body, success }) => [body, ...Object.values(success)]))

/** Writes the tables that pages include, from the contract. */
export const writeReference = async (): Promise<void> => {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const files = {
    limits: limits(),
    operations: operationTable(),
    'business-codes': businessCodes(),
    'test-values': testValues(),
    events: events(),
    journeys: journeyTable(),
    benchmarks: benchmarks(),
    schemas: schemas(),
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(FOLDER, `${name}.md`), `${text}\n`)
}
