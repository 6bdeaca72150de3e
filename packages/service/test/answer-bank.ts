import type { TestAnswer, TestService } from './harness.ts'

/** Gives the right password to a challenge of the sandbox's bank, as its document does. */
export const answerBank = (service: TestService, creq: string): Promise<TestAnswer> =>
  service.request('/sandbox-bank/answer', {
    method: 'POST',
    token: null,
    body: new URLSearchParams({ creq, password: '1234' }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
