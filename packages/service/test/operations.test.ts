import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CHECKOUT_PATHS, CHECKOUT_PHONE, CHECKOUT_PREFIX, hostedPrefix } from '@coinslot/contract'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from './harness.ts'

const FOLDER = fileURLToPath(new URL('../operations/', import.meta.url))
const RUNBOOK = fileURLToPath(new URL('../../site/pages/guides/runbook.md', import.meta.url))
const METRICS = fileURLToPath(new URL('../../site/pages/reference/metrics.md', import.meta.url))
const read = (name: string) => readFileSync(FOLDER + name, 'utf8')
const promtool = (...words: string[]) => spawnSync('promtool', words, { cwd: FOLDER, encoding: 'utf8' })

describe.skipIf(promtool('--version').error !== undefined)(
  'alerting rules, where promtool of the package prometheus is installed (else skipped)',
  () => {
    test.each([
      ['are rules', ['check', 'rules', 'alerts.yaml']],
      ['fire when they are to, and not for a service that is well', ['test', 'rules', 'alerts.test.yaml']],
    ])('%s', (_title, words) => {
      const { status, stdout, stderr } = promtool(...words)
      expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' })
    })
  },
)

test.each([
  ['the widget', CHECKOUT_PREFIX],
  ['the hosted page', hostedPrefix('9b2f3a4e-5c6d-4e7f-8a9b-0c1d2e3f4a5b')],
  ['a phone', CHECKOUT_PHONE],
])('the runbook’s nginx keeps no file of an identity check that comes from %s', (_from, prefix) => {
  const [, location = ''] =
    /location ~ (\S+) \{[^}]*proxy_request_buffering off/.exec(readFileSync(RUNBOOK, 'utf8')) ?? []
  expect(`${prefix}${CHECKOUT_PATHS.upload}/selfie`).toMatch(new RegExp(location || 'none'))
})

describe('what is shown and told of the metrics', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ widget: null })
  })
  afterAll(() => service.close())

  test.each(['alerts.yaml', 'dashboard.json'])('%s asks for metrics that there are, and no other', async (name) => {
    const registry = new Registry()
    collectDefaultMetrics({ register: registry })
    const { text } = await service.request('/metrics')
    const offered = new Set(
      [...`${text}\n${await registry.metrics()}`.matchAll(/^# TYPE (\w+)/gm)].map(([, each]) => each),
    )
    const asked = read(name).match(/\b(?:coinslot|nodejs|process)_\w+/g) ?? []
    const families = asked.map((each) => each.replace(/^(coinslot_request_seconds)_(?:count|bucket)$/, '$1'))
    expect(families.length).toBeGreaterThan(10)
    expect(families.filter((each) => !offered.has(each))).toEqual([])
  })

  test('what an alert takes the increase of is there before anything fails, or Prometheus would not see the first failures', async () => {
    const { text } = await service.request('/metrics')
    for (const series of [
      'coinslot_one_time_codes_total{channel="email",outcome="failed"}',
      'coinslot_one_time_codes_total{channel="phone",outcome="failed"}',
      'coinslot_failed_sweeps_total{sweep="expire intents"}',
    ]) {
      expect(text).toContain(`\n${series} 0\n`)
    }
  })

  test('the manual tells of each metric of the service, with its kind', async () => {
    const { text } = await service.request('/metrics')
    const offered = [...text.matchAll(/^# TYPE (coinslot_\w+ \w+)/gm)].map(([, each]) => each)
    const told = [...readFileSync(METRICS, 'utf8').matchAll(/^\| `(coinslot_\w+)` +\| (\w+)/gm)]
    expect(told.map(([, name, kind]) => `${name} ${kind}`).toSorted()).toEqual(offered.toSorted())
  })

  test('each alert has its test, and says in the runbook what to do', () => {
    const alerts = [...read('alerts.yaml').matchAll(/- alert: (\w+)/g)].map(([, alert = '']) => alert)
    const tested = read('alerts.test.yaml')
    const runbook = readFileSync(RUNBOOK, 'utf8')
    expect(alerts.length).toBeGreaterThan(10)
    expect(alerts.filter((alert) => !tested.includes(`- name: ${alert}\n`))).toEqual([])
    expect(alerts.filter((alert) => !runbook.includes(`\`${alert}\``))).toEqual([])
  })
})
