import { describe, expect, test } from 'vitest'
import { MANIFEST } from '../test/stub-service.ts'
import { MANIFEST_ELEMENT_ID, renderTags } from './render-tags.ts'

const answer = {
  data: MANIFEST,
  script_url: 'https://pay.test/widget/payments-widget-1.2.3.js',
  client_id: 'client-1',
}

describe('renderTags', () => {
  test('connects, preloads with integrity and inlines the manifest', () => {
    const digest = MANIFEST.integrity.digest
    expect(renderTags(answer)).toBe(
      [
        '<link rel="preconnect" href="https://pay.test" crossorigin="anonymous">',
        `<link rel="modulepreload" href="${answer.script_url}" integrity="${digest}" crossorigin="anonymous">`,
        `<script type="application/json" id="${MANIFEST_ELEMENT_ID}">${JSON.stringify(answer)}</script>`,
      ].join('\n'),
    )
  })

  test('puts the nonce where the policy looks for it', () => {
    expect(renderTags(answer, { nonce: 'r4nd0m' }).match(/ nonce="r4nd0m"/g)).toHaveLength(2)
    for (const none of [null, { nonce: null }]) expect(renderTags(answer, none as never)).toBe(renderTags(answer))
  })

  test('names the address of the script where it is not there, as in the manifest alone', () => {
    expect(() => renderTags(MANIFEST as never)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: expect.stringContaining('script_url') }),
    )
  })

  test('writes an address so that a page reads it as it is', () => {
    const html = renderTags({ ...answer, script_url: 'https://pay.test/widget.js?build=7&copy=2' })
    expect(html).toContain('href="https://pay.test/widget.js?build=7&amp;copy=2"')
  })

  test('lets nothing out of its attribute or its script', () => {
    const evil = '</script><script>alert("&\u2028")//<!--'
    const html = renderTags(
      { data: { ...MANIFEST, file_name: evil }, script_url: 'https://pay.test/"><b>', client_id: evil },
      { nonce: '"><b>' },
    )
    expect(html.match(/<\/?script/g)).toEqual(['<script', '</script'])
    expect(html).not.toContain('<b>')
    expect(html).not.toContain('\u2028')
    const inlined = /id="coinslot-manifest"[^>]*>(.*)<\/script>/.exec(html)?.[1] ?? ''
    expect(inlined).not.toMatch(/[<>]/)
    expect(JSON.parse(inlined)).toMatchObject({ data: { file_name: evil }, client_id: evil })
  })
})
