/** What went wrong before the script was there, by code, and what to do. */
export const LOAD_ERRORS = {
  offline: 'Offline. Try again online.',
  timeout: 'Timed out. Raise timeoutMs.',
  aborted: 'Aborted. Call again.',
  manifest_unreachable: 'No manifest. Check the backend.',
  manifest_invalid: 'Not a manifest. Check the backend.',
  script_unreachable: 'No script. Check address, CORS, type.',
  integrity_mismatch: 'Wrong digest. Check the manifest.',
  csp_blocked: 'Blocked. Check the CSP.',
  script_failed: 'The script threw. Tell the service.',
  init_missing: 'No init. Check the contract.',
  load_conflict: 'Two digests. Check the manifest.',
  option_invalid: 'Not a limit. Check the options.',
} as const

/** What went wrong once the script was there, by code, and what to do. */
export const SESSION_ERRORS = {
  data_unreachable: 'No session. Check the backend.',
  data_invalid: 'Not a session. Pass the whole data.',
  container_missing: 'No container. Add it.',
  session_conflict: 'Two sessions. Destroy one.',
  frame_blocked: 'No frame. Check client, CSP.',
  init_failed: 'Init threw. Tell the service.',
} as const

export type LoadErrorCode = keyof typeof LOAD_ERRORS
export type SessionErrorCode = keyof typeof SESSION_ERRORS
/** Stable: what a program decides by. */
export type CoinslotErrorCode = LoadErrorCode | SessionErrorCode

/** Every failure of this package. `code` is for programs; `message` is for people, and names the address it is about. */
export class CoinslotError extends Error {
  override readonly name = 'CoinslotError'
  declare readonly code: CoinslotErrorCode
}

/** The `cause` where the merchant's backend answered with an error. */
export interface RefusedAnswer {
  /** The HTTP status. */
  readonly status: number
  /** The backend's own words, of `{error: {message}}`: for the console, never for the buyer. */
  readonly message?: string | undefined
}

export const loadError = (code: LoadErrorCode, detail = '', cause?: unknown): CoinslotError =>
  Object.assign(new CoinslotError(`${LOAD_ERRORS[code]} ${detail}`, { cause }), { code })

export const sessionError = (code: SessionErrorCode, detail = '', cause?: unknown): CoinslotError =>
  Object.assign(new CoinslotError(`${SESSION_ERRORS[code]} ${detail}`, { cause }), { code })
