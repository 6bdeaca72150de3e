import { SESSION_ENDED, SESSION_RENEWED } from '../session.ts'
import type { DashboardError } from './dashboard-error.ts'

/** A refusal may pass: a proxy's, while the service behind it is replaced, or that of too many streams. */
export const AGAIN_MS = 15_000

/** Whether it is worth asking again for what could not be read. */
export const mayPass = ({ code }: DashboardError): boolean => code === 'refused' || code === 'unreachable'

/** Asks again for what could not be read: in a while, if that is of use; where the session has ended, which is told, with the next one. */
export const againLater = (error: DashboardError, read: () => unknown): ReturnType<typeof setTimeout> | undefined => {
  if (error.code === 'session_ended') {
    addEventListener(SESSION_RENEWED, read, { once: true })
    dispatchEvent(new Event(SESSION_ENDED))
  }
  return mayPass(error) ? setTimeout(read, AGAIN_MS) : undefined
}
