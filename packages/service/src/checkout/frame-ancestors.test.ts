import { describe, expect, it } from 'vitest'
import { frameAncestors } from './frame-ancestors.ts'

describe('who may frame a document', () => {
  it('is the client’s registered origins, in both modes', () => {
    const origins = ['https://shop.example', 'https://beta.shop.example']
    expect(frameAncestors(origins, 'sandbox')).toEqual(origins)
    expect(frameAncestors(origins, 'production')).toEqual(origins)
  })

  it('is the developer’s machine for a client without origins in sandbox mode, and nobody in production', () => {
    expect(frameAncestors([], 'sandbox')).toContain('http://localhost:*')
    expect(frameAncestors([], 'production')).toEqual(["'none'"])
  })
})
