// Tries the tests: `npm run mutate [-- FILE]`. Changes by hand first, then those that Stryker makes.
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { tryChange, type Tried } from '../mutate/by-hand.ts'
import { HAND_MADE } from '../mutate/changes.ts'
import { TARGETS } from '../mutate/targets.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'by-hand': { type: 'boolean', default: false } },
})
const [file] = positionals

const tried: Tried[] = []
for (const change of HAND_MADE.filter((change) => file === undefined || change.file === file)) {
  console.log(`\n— ${change.fear}`)
  tried.push(await tryChange(change))
}
for (const { change, isNoticed } of tried) console.log(`${isNoticed ? '✓ noticed' : '✗ NOT noticed'}: ${change.fear}`)
const unnoticed = tried.filter(({ isNoticed }) => !isNoticed).length
console.log(`By hand: ${tried.length - unnoticed} of ${tried.length} noticed`)

if (!values['by-hand']) {
  await new Stryker({
    mutate: file === undefined ? [...TARGETS] : [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'vite.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    inPlace: true,
    concurrency: 1,
    reporters: ['clear-text', 'progress'],
    thresholds: { high: 95, low: 90, break: 90 },
    allowEmpty: true,
  }).runMutationTest()
}
if (unnoticed > 0) process.exitCode = 1
