import { esbuildPlugin } from '@web/dev-server-esbuild'
import { failedLine } from '@coinslot/tooling/failed-tests'
import { startTestRunner, summaryReporter, type TestResult, type TestSuiteResult } from '@web/test-runner'
import { bundleScriptTag } from '../build/script-tag.ts'
import { bundle, ROOT } from '../build/bundle.ts'
import { documentedPolicy } from './documented.ts'
import { findBrowsers } from './find-browsers.ts'
import { launcherOf } from './launcher.ts'
import { runPageChecks } from './page-checks.ts'
import { startVendorServer } from './vendor-server.ts'

/** Without any: all of them, and the checks of whole pages. */
const files = process.argv.slice(2)
const browsers = findBrowsers()
console.log(`Engines: ${browsers.map(({ name }) => name).join(', ') || 'none'}`)
const { code } = await bundleScriptTag()
const trusting = await bundle(`import './define.ts'
import { trustScriptsFrom } from './load.ts'
trustScriptsFrom('http://localhost:' + location.port)`)
const vendor = await startVendorServer({ '/coinslot.js': code, '/trusting.js': trusting })

const page = (framework: string): string => `<!doctype html><html lang="en"><body>
<script>Object.assign(window, ${JSON.stringify({ VENDOR: vendor.origin, POLICY: documentedPolicy() })})</script>
<script type="module" src="${framework}"></script></body></html>`

const runner = await startTestRunner({
  readCliArgs: false,
  readFileConfig: false,
  autoExitProcess: false,
  config: {
    rootDir: `${ROOT}/../..`,
    files: files.length > 0 ? files : [`${ROOT}/src/**/*.test.ts`],
    nodeResolve: { exportConditions: ['@coinslot/source', 'production'] },
    plugins: [esbuildPlugin({ ts: true, target: 'es2022', tsconfig: `${ROOT}/tsconfig.json` })],
    browsers: browsers.map(launcherOf),
    // All engines at once: most of their time is waiting.
    concurrentBrowsers: 3,
    browserStartTimeout: 120_000,
    testsStartTimeout: 120_000,
    testsFinishTimeout: 180_000,
    reporters: [summaryReporter({})],
    testRunnerHtml: (framework) => page(framework),
    testFramework: { config: { timeout: '15000' } },
  },
})
if (!runner) throw new Error('the test runner did not start')
await new Promise((resolve) => runner.on('stopped', resolve))

const testsOf = (suite: TestSuiteResult): TestResult[] => [...suite.tests, ...suite.suites.flatMap(testsOf)]
const sessions = [...runner.sessions.all()]
let [allPassed, allFailed] = [0, 0]
for (const { name } of browsers) {
  const own = sessions.filter(({ browser }) => browser.name === name)
  const tests = own.flatMap(({ testResults }) => (testResults ? testsOf(testResults) : []))
  const passed = tests.filter((test) => test.passed)
  const failed = tests.filter((test) => !test.passed)
  const broken = own.filter(({ testResults }) => !testResults)
  for (const test of failed) console.log(failedLine(`[${name}] ${test.name}`, test.error?.message ?? ''))
  for (const { testFile } of broken) console.log(failedLine(`[${name}] ${testFile}`, 'the file did not run'))
  console.log(`${name}: ${passed.length} passed, ${failed.length + broken.length} failed`)
  allPassed += passed.length
  allFailed += failed.length + broken.length
}
const checks = files.length > 0 ? { passed: 0, failed: 0 } : await runPageChecks(vendor)
console.log(`Pages: ${checks.passed} passed, ${checks.failed} failed`)
allPassed += checks.passed
allFailed += checks.failed
vendor.close()
console.log(`${allPassed} passed, ${allFailed} failed`)
process.exit(allFailed === 0 && allPassed > 0 && sessions.every(({ passed }) => passed) ? 0 : 1)
