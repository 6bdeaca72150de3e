import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library'
import type { Installed } from './dependency-tree.ts'
import type { Manifest } from './published.ts'

const splitName = (name: string): { group?: string; name: string } => {
  const [group, rest] = name.split('/')
  return rest === undefined || group === undefined ? { name } : { group, name: rest }
}

/** As purl-spec writes a package of npm. */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

const componentOf = (type: Enums.ComponentType, fullName: string, version: string, licence: string) => {
  const { group, name } = splitName(fullName)
  const purl = purlOf(fullName, version)
  return new Models.Component(type, name, {
    ...(group === undefined ? {} : { group }),
    version,
    purl,
    bomRef: purl,
    licenses: new Models.LicenseRepository([new Models.SpdxLicense(licence)]),
  })
}

const digestOf = (integrity: string): Models.HashDictionary =>
  new Models.HashDictionary([
    [Enums.HashAlgorithm['SHA-512'], Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')],
  ])

/** The CycloneDX document (1.6, JSON) of a package and everything that is installed with it. */
export const billOfMaterials = (
  manifest: Manifest,
  installed: ReadonlyMap<string, Installed>,
  direct: readonly string[],
): string => {
  const { name, version, license = 'UNKNOWN' } = manifest
  const type = name === '@coinslot/service' ? Enums.ComponentType.Application : Enums.ComponentType.Library
  const subject = componentOf(type, name, version, license)
  const components = new Map(
    [...installed].map(([id, each]) => {
      const component = componentOf(Enums.ComponentType.Library, each.name, each.version, each.licence)
      if (each.integrity?.startsWith('sha512-') === true) component.hashes = digestOf(each.integrity)
      return [id, component]
    }),
  )
  const link = (from: Models.Component, ids: readonly string[]) => {
    for (const id of ids) {
      const component = components.get(id)
      if (component !== undefined) from.dependencies.add(component.bomRef)
    }
  }
  link(
    subject,
    [...installed.keys()].filter((id) => direct.some((each) => id.startsWith(`${each}@`))),
  )
  for (const [id, each] of installed) {
    const component = components.get(id)
    if (component !== undefined) link(component, each.needs)
  }
  const bom = new Models.Bom({
    metadata: new Models.Metadata({ component: subject }),
    components: new Models.ComponentRepository(components.values()),
  })
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6))
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`
}
