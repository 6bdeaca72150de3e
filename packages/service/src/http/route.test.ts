import { operations } from '@coinslot/contract'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrors } from './errors.ts'
import { routeMaker } from './route.ts'

const nobody = { admit: () => () => undefined, callerOf: () => null }
const token = { access_token: 'a.b.c', expires_in: 3_600, token_type: 'Bearer' }

const answerWith = async (data: object) => {
  const app = fastify()
  registerErrors(app)
  routeMaker(nobody)(app, operations.issueToken, async () => ({ status: 201, data: data as never }))
  const payload = { client_id: 'client', client_secret: 'secret' }
  const answer = await app.inject({ method: 'POST', url: operations.issueToken.path, payload })
  return { status: answer.statusCode, body: answer.json() }
}

test('an answer holds what the contract says of it, and nothing that a handler has beside that', async () => {
  const answer = await answerWith({ ...token, secret_hash: 'not to be told' })
  expect(answer).toEqual({ status: 201, body: { data: token } })
})

test('an answer that is not what the contract says is none', async () => {
  expect(await answerWith({ access_token: 'a.b.c' })).toMatchObject({ status: 500, body: { error: { status: 500 } } })
})
