import type { FastifyRequest } from 'fastify'

/** Whether a browser asks before anybody has opened the address, which may never be: what works once is not used up by that. */
export const looksAhead = ({ headers }: FastifyRequest): boolean =>
  String(headers['sec-purpose'] ?? '').startsWith('prefetch')
