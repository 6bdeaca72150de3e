import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'

describe('POST /auth/v1/oauth2/token (service.md, "Authentication"; decisions.md §2)', () => {
  let service: TestService

  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.close())

  const credentials = () => ({
    client_id: service.merchant.clientId,
    client_secret: service.merchant.clientSecret,
  })

  test.each(['/auth/v1/oauth2/token', '/auth/v1/oauth2/tokens'])('%s answers 201 with a Bearer token', async (path) => {
    const answer = await service.post(path, credentials(), { token: null })
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      data: { access_token: expect.any(String), expires_in: 3600, token_type: 'Bearer' },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('an unknown client and a wrong secret get the same 401', async () => {
    const wrong = await service.post('/auth/v1/oauth2/token', { ...credentials(), client_secret: 'wrong' })
    const unknown = await service.post('/auth/v1/oauth2/token', { ...credentials(), client_id: 'nobody' })
    expect(wrong.status).toBe(401)
    expect(wrong.json?.error).toMatchObject({ reason: 'Unauthorized', status: 401 })
    expect(unknown.text).toBe(wrong.text)
  })

  test.each([{}, { client_id: 'a' }, { client_id: 1, client_secret: 2 }, []])(
    'invalid parameters %j get 401',
    async (body) => {
      const answer = await service.post('/auth/v1/oauth2/token', body)
      expect(answer.status).toBe(401)
      expect(answer.json?.error?.reason).toBe('Unauthorized')
    },
  )

  test('the public keys are at /.well-known/jwks.json, without their private half', async () => {
    const answer = await service.request('/.well-known/jwks.json')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
    expect(answer.json).toEqual({
      keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: expect.any(String), x: expect.any(String) }],
    })
  })
})
