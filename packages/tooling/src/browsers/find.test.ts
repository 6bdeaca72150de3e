import { describe, expect, test } from 'vitest'
import { ENGINES, findEngine, lackingPackages, saidOf } from './find.ts'

const [chromium, firefox, webkit] = ENGINES
if (!chromium || !firefox || !webkit) throw new Error('no engine')

describe('a browser is found', () => {
  test('by its variable before anything else', () => {
    expect(findEngine(chromium, { COINSLOT_CHROMIUM: '/opt/mine', PATH: '/bin' }, () => true)).toBe('/opt/mine')
  })

  test('nowhere, when the variable names a file that is not there', () => {
    const exists = (path: string) => path !== '/opt/mine'
    expect(findEngine(chromium, { COINSLOT_CHROMIUM: '/opt/mine', PATH: '/bin' }, exists)).toBeNull()
  })

  test('on the PATH, and in the usual place when the PATH is empty', () => {
    const only = (wanted: string) => (path: string) => path === wanted
    expect(findEngine(chromium, { PATH: '/a:/b' }, only('/b/chromium'))).toBe('/b/chromium')
    expect(findEngine(chromium, {}, only('/usr/bin/chromium'))).toBe('/usr/bin/chromium')
    expect(findEngine(chromium, { PATH: '/a' }, () => false)).toBeNull()
  })

  test('without windows before any other', () => {
    const both = ['/a/chromium', '/b/chromium-headless-shell']
    expect(findEngine(chromium, { PATH: '/a:/b' }, (path) => both.includes(path))).toBe('/b/chromium-headless-shell')
  })

  test('only together with what it cannot be driven without', () => {
    const all = ['/a/WebKitWebDriver', '/a/Xvfb']
    expect(findEngine(webkit, { PATH: '/a' }, (path) => all.includes(path))).toBe('/a/WebKitWebDriver')
    expect(findEngine(webkit, { PATH: '/a' }, (path) => path === all[0])).toBeNull()
  })
})

describe('what Debian has is installed', () => {
  const only = (wanted: string) => (path: string) => path === wanted

  test('where a browser is nowhere, or has windows only', () => {
    expect(lackingPackages(chromium, { PATH: '/a' }, () => false)).toEqual(['chromium-headless-shell'])
    expect(lackingPackages(chromium, { PATH: '/a' }, only('/a/chromium'))).toEqual(['chromium-headless-shell'])
    expect(lackingPackages(webkit, { PATH: '/a' }, () => false)).toEqual(['webkit2gtk-driver', 'xvfb'])
  })

  test('never beside one that suits, or that the variable names', () => {
    const shell = '/a/chromium-headless-shell'
    expect(lackingPackages(chromium, { PATH: '/a' }, only(shell))).toEqual([])
    expect(lackingPackages(chromium, { COINSLOT_CHROMIUM: '/opt/mine' }, only('/opt/mine'))).toEqual([])
    expect(lackingPackages(webkit, { PATH: '/a' }, () => true)).toEqual([])
  })
})

test('what becomes of the tests without a browser is said: those of Chromium fail', () => {
  expect(saidOf(firefox, '/a/firefox')).toBe('Firefox: /a/firefox')
  expect(saidOf(firefox, null)).toBe('Firefox: not found, its tests are left out')
  expect(saidOf(chromium, null)).toMatch(
    /^Chromium: not found, and its tests will fail\. .+COINSLOT_CHROMIUM.+--portable/,
  )
})
