import { widgetDataSchema } from '@coinslot/contract'
import { describe, expect, test } from 'vitest'
import { widgetData } from './widget-data.ts'

describe('decisions.md §3: widget_data', () => {
  test('travels as base64url of JSON', () => {
    const deps = { config: { baseUrl: 'https://pay.example' } }
    const decode = (text: string) => widgetDataSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    expect(decode(widgetData(deps, { clientId: 'cl_é', token: 'v1.pay.x.y' }))).toEqual({
      base_url: 'https://pay.example',
      client_id: 'cl_é',
      access_token: 'v1.pay.x.y',
    })
    expect(decode(widgetData(deps, { clientId: 'cl_1' }))).not.toHaveProperty('access_token')
  })
})
