// Builds, and publishes every package whose version the registry lacks, with provenance where CI signs it.
// `npm run release -- --dry-run` publishes nothing.
import { readFileSync } from 'node:fs'
import { BUILD } from '../steps/checks.ts'
import { runStep } from '../steps/step.ts'
import { here } from '../steps/workspace.ts'

const { packageManager }: { packageManager: string } = JSON.parse(readFileSync(here('package.json'), 'utf8'))
const isSigned = process.env['GITHUB_ACTIONS'] === 'true'
const options = [...(isSigned ? ['--provenance'] : []), ...process.argv.slice(2)]

const built = await runStep(BUILD)
process.exitCode =
  built.code === 0
    ? (
        await runStep({
          name: 'release',
          command: ['npx', '--yes', packageManager, '--recursive', 'publish', '--access', 'public', ...options],
        })
      ).code
    : built.code
