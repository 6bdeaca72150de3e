// Writes dist/sbom/NAME.cdx.json for each published package, and fails where a licence is not one of those allowed.
import { mkdirSync, writeFileSync } from 'node:fs'
import { askedFor } from '../supply/asked-for.ts'
import { billOfMaterials } from '../supply/bill-of-materials.ts'
import { readDependencyTrees } from '../supply/dependency-tree.ts'
import { isAllowed, manifestOf, PUBLISHED, PUBLISHED_PACKAGES } from '../supply/published.ts'
import { here } from '../steps/workspace.ts'

const folder = here('dist', 'sbom')
mkdirSync(folder, { recursive: true })
const treeOf = readDependencyTrees()
const refused = new Set<string>()
for (const name of PUBLISHED_PACKAGES) {
  const installed = treeOf(name)
  for (const [id, { licence }] of installed) if (!isAllowed(licence)) refused.add(`${id}: ${licence}`)
  const direct = [...PUBLISHED[name], ...askedFor(name)]
  writeFileSync(`${folder}/${name}.cdx.json`, billOfMaterials(manifestOf(name), installed, direct))
  console.log(`dist/sbom/${name}.cdx.json: ${installed.size} packages`)
}
for (const each of refused) console.error(`The licence of ${each} is not among those allowed`)
process.exitCode = refused.size === 0 ? 0 : 1
