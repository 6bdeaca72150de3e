import { BUILD } from '../steps/checks.ts'
import { browserBuilds, notePackagesBuilt, refresh } from '../steps/fresh.ts'
import { runStep } from '../steps/step.ts'

const { code } = await runStep(BUILD)
if (code === 0) await notePackagesBuilt()
const unbuilt = code === 0 ? await refresh(browserBuilds()) : null
process.exitCode = unbuilt === null ? code : 1
