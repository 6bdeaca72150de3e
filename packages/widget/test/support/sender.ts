import { onTestFinished, vi } from 'vitest'
import type { Stage } from './stage.ts'

/** Whoever brings the codes, until the test ends: how often they were asked to, and whether they fail. */
export const senderOf = ({ service }: Stage): { isBroken: boolean; asked: number } => {
  const { kyc } = service.deps
  if (!kyc) throw new Error('nobody verifies identities here')
  const sender = { isBroken: false, asked: 0 }
  const sending = vi.spyOn(kyc.sender, 'send').mockImplementation(async () => {
    sender.asked += 1
    if (sender.isBroken) throw new Error('the mail server is down')
  })
  onTestFinished(() => sending.mockRestore())
  return sender
}
