import { readFileSync } from 'node:fs'
import { here } from '../steps/workspace.ts'

/** What each published package needs beside itself; whoever installs one installs this, and what it needs in turn. */
export const PUBLISHED = {
  contract: ['zod'],
  node: ['@coinslot/contract'],
  browser: ['@coinslot/contract', '@lit/react', '@lit/reactive-element'],
  widget: [],
  dashboard: [],
  'create-coinslot': [],
  service: [
    '@coinslot/contract',
    '@coinslot/dashboard',
    '@coinslot/widget',
    '@electric-sql/pglite',
    '@ip-location-db/geo-whois-asn-country-mmdb',
    '@scalar/fastify-api-reference',
    'card-validator',
    'fastify',
    'image-size',
    'ipaddr.js',
    'jose',
    'kysely',
    'libphonenumber-js',
    'mmdb-lib',
    'nodemailer',
    'pg',
    'pino',
    'prom-client',
    'uuid',
    'zod',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type PublishedPackage = keyof typeof PUBLISHED
export const PUBLISHED_PACKAGES = Object.keys(PUBLISHED) as readonly PublishedPackage[]

/** Licences under which a package may be redistributed with ours. */
const LICENCES: readonly string[] = [
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  '0BSD',
]

/** Whether a licence, or one of those that an SPDX expression leaves the choice of, is among those. */
export const isAllowed = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((each) => LICENCES.includes(each))

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description?: string
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly bundleDependencies?: readonly string[]
  readonly scripts?: Readonly<Record<string, string>>
  readonly publishConfig?: { readonly directory?: string }
}

export const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest

export const manifestOf = (name: string): Manifest => readManifest(here('packages', name))
