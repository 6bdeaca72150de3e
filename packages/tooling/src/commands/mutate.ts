// Tries the tests: `npm run mutate [-- FILE | FILE:FROM-TO]`. Changes by hand first, then those that Stryker makes.
import { parseOptions, readOrExplain } from '../launch/options.ts'
import { tryChange, type Tried } from '../mutate/by-hand.ts'
import { HAND_MADE } from '../mutate/changes.ts'
import { BAR_PERCENT, describeScores, type MutantFate, scoresOf } from '../mutate/scores.ts'
import { targetsOf } from '../mutate/targets.ts'
import { mutateWithStryker } from '../mutate/with-stryker.ts'

const OPTIONS = { 'by-hand': { type: 'boolean', default: false } } as const
const { place, targets, isByHand } = readOrExplain('mutate', (words) => {
  const { values, positionals } = parseOptions(words, { allowPositionals: true, options: OPTIONS })
  const [place] = positionals
  return { place, targets: targetsOf(place), isByHand: values['by-hand'] }
})

const tried: Tried[] = []
for (const change of HAND_MADE.filter((change) => place === undefined || change.file === place)) {
  console.log(`\n— ${change.fear}`)
  tried.push(await tryChange(change))
}
for (const { change, isNoticed } of tried) console.log(`${isNoticed ? '✓ noticed' : '✗ NOT noticed'}: ${change.fear}`)
const unnoticed = tried.filter(({ isNoticed }) => !isNoticed).length
console.log(`By hand: ${tried.length - unnoticed} of ${tried.length} noticed`)

const fates: MutantFate[] = []
if (!isByHand) for (const target of targets) fates.push(...(await mutateWithStryker(target)))
const scores = scoresOf(fates)
for (const line of describeScores(scores)) console.log(line)

if (unnoticed > 0 || scores.some(({ percent }) => percent < BAR_PERCENT)) process.exitCode = 1
