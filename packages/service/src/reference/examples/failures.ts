import { type ErrorStatus, errorNumber, LIMITS, type Operation } from '@coinslot/contract'
import type { FailureExample } from './example.ts'

type Failures = Readonly<Record<string, FailureExample>>

/** Failures that read the same for every operation. */
export const COMMON_FAILURES: Readonly<Partial<Record<ErrorStatus, Failures>>> = {
  400: {
    malformed: {
      summary: 'The body cannot be read',
      message: 'The body is not well-formed JSON',
      code: errorNumber('ERR02'),
    },
  },
  401: {
    token: {
      summary: 'No valid access token',
      message: 'Send a valid access token as `Authorization: Bearer …`; get one from /auth/v1/oauth2/token',
    },
  },
  405: {
    method: {
      summary: 'Another method',
      message: 'This address does not take this method; the header allow names those that it takes',
    },
  },
  408: {
    slow: { summary: 'The request did not arrive', message: 'The request took too long to arrive; send it again' },
  },
  413: {
    large: {
      summary: 'Too large a body',
      message: `The body is too large; send at most ${LIMITS.requestBodyBytes} bytes`,
    },
  },
  414: {
    id: { summary: 'Too long an id', message: 'The address is too long; an id in it has at most 200 characters' },
  },
  415: { type: { summary: 'Not JSON', message: 'Send the body as application/json' } },
  429: {
    rate: {
      summary: 'Too many requests',
      message: 'This client has made too many requests; wait for as many seconds as retry-after says',
    },
  },
  431: {
    headers: {
      summary: 'Too large headers',
      message: 'The headers are too large; send at most 16 KiB of them, or delete the cookies of this address',
    },
  },
  500: {
    internal: {
      summary: 'A fault of the service',
      message: 'Something went wrong on our side; try again, and quote the request id if it goes on',
    },
  },
  503: {
    busy: { summary: 'Busy', message: 'The service is busy or its database is not reachable; try again' },
  },
}

/** Of operations whose permission a client can lack: without that for payments there is no such product, and the status is 404. */
export const lackedPermission = ({ permission }: Operation): Failures | undefined =>
  permission === 'compliance' || permission === 'notifications'
    ? {
        permission: { summary: 'Not allowed to this client', message: `The client lacks the ${permission} permission` },
      }
    : undefined

/** A field breaks a rule: the message names it by its path. */
export const invalidField = (message: string): FailureExample => ({
  summary: 'A field breaks a rule',
  message,
  code: errorNumber('ERR02'),
})

export const NO_PAYMENTS: Failures = {
  product: { summary: 'No payments product', message: 'The merchant has no payments product enabled' },
  permission: { summary: 'Not allowed to this client', message: 'The client lacks the payments permission' },
}
