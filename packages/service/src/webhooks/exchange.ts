import type { ClientRequest, IncomingMessage } from 'node:http'
import { LIMITS } from '@coinslot/contract'
import { boundAnswer } from '../outbound/bound-answer.ts'

/** The endpoint went on answering past the bound. */
class ResponseTooLargeError extends Error {
  override readonly name = 'ResponseTooLargeError'
  readonly code = 'response_too_large'
}

/** The connection ended without an answer, and without an error of its own. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError'
  readonly code = 'no_answer'
}

/** What is kept of an answer: never its body. */
export interface ResponseHead {
  statusCode: number | null
  retryAfter: string | undefined
}

const drain = (response: IncomingMessage, done: () => void, fail: (error: Error) => void): void => {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > LIMITS.webhookResponseBytes) fail(new ResponseTooLargeError())
  })
  response.on('end', done)
  response.on('error', fail)
}

/**
 * Sends a request with its body and reads the answer to its end, at most 64 KiB of it.
 * @param answer filled in as soon as the head of the answer is there, so that it is known even when the rest fails.
 */
export const exchange = (request: ClientRequest, body: string, answer: ResponseHead): Promise<void> =>
  new Promise((resolve, reject) => {
    let isAnswered = false
    let answered: IncomingMessage | undefined
    const done = () => {
      isAnswered = true
      resolve()
    }
    const fail = (error: Error) => {
      request.destroy()
      reject(error)
    }
    boundAnswer(request, LIMITS.webhookResponseBytes, () => fail(new ResponseTooLargeError()))
    request.on('response', (response) => {
      answered = response
      answer.statusCode = response.statusCode ?? null
      answer.retryAfter = response.headers['retry-after']
      drain(response, done, fail)
    })
    // Stays for the life of the request: a connection may fail again after it has failed.
    // Bytes behind an answer that is whole, such as a body of a 204, are no part of it.
    request.on('error', (error) => (answered?.complete ? done() : fail(error)))
    request.on('close', () => {
      if (!isAnswered) reject(new NoAnswerError())
    })
    request.end(body)
  })
