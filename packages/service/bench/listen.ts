import type { FastifyInstance } from 'fastify'
import { report } from './child.ts'

/** Listens on a free port, and tells it to the parent. */
export const listen = async (app: FastifyInstance): Promise<void> => {
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  report({ port: Number(new URL(address).port) })
}
