/** What went wrong before a session was open, by code, and what to do. */
export const LOAD_ERRORS = {
  offline: 'Offline. Try again once online.',
  timeout: 'Timed out. Try again or raise timeoutMs.',
  aborted: 'Aborted by its signal.',
  manifest_unreachable: 'No manifest. Check its address and the backend.',
  manifest_invalid: 'Not a manifest. Pass on what the service answers.',
  script_unreachable: 'No script. Check its address, CORS and Content-Type.',
  integrity_mismatch: 'The script does not match its digest and did not run. Check both.',
  csp_blocked: 'Blocked by the CSP. Allow it as the README shows.',
  script_failed: 'The script threw. Tell the service.',
  init_missing: 'The script set no init function. Check the contract.',
  load_conflict: 'The script is here with another digest. Use one manifest and no other tag.',
} as const

/** What went wrong once the script was there, by code, and what to do. */
export const SESSION_ERRORS = {
  data_unreachable: 'No session data. Check its address and the backend.',
  data_invalid: "Not session data. Pass the whole data object of the service's answer.",
  container_missing: 'The container is not in the document. Add it before mounting.',
  session_conflict: 'The session is open on the page already. Destroy it first.',
  init_failed: 'The init function threw. Tell the service.',
} as const

export type LoadErrorCode = keyof typeof LOAD_ERRORS
export type SessionErrorCode = keyof typeof SESSION_ERRORS
/** Stable: what a program decides by. */
export type CoinslotErrorCode = LoadErrorCode | SessionErrorCode

/** Every failure of this package. `code` is for programs, `message` for people. */
export class CoinslotError extends Error {
  declare readonly code: CoinslotErrorCode
  /** The address and HTTP status that it is about, where there is one. */
  declare readonly detail: string

  constructor(code: CoinslotErrorCode, message: string, detail = '', cause?: unknown) {
    super(`${message} ${detail}`, { cause })
    Object.assign(this, { name: 'CoinslotError', code, detail })
  }
}

export const loadError = (code: LoadErrorCode, detail?: string, cause?: unknown): CoinslotError =>
  new CoinslotError(code, LOAD_ERRORS[code], detail, cause)
