import fastify from 'fastify'
import { generateKeyPair, SignJWT } from 'jose'
import { listen } from '../listen.ts'

const { privateKey } = await generateKeyPair('EdDSA')
const app = fastify()
app.post('/token', async (_request, reply) => {
  const token = await new SignJWT({ scope: 'payments' })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setSubject('client')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey)
  return reply.code(201).send({ data: { access_token: token, expires_in: 3600, token_type: 'Bearer' } })
})
app.get('/manifest', async () => ({
  data: { file_name: 'payments-widget-1.0.0.js', integrity: { digest: `sha384-${'A'.repeat(64)}`, type: 'sha-384' } },
}))
await listen(app)
