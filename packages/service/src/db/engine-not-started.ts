/** WebAssembly is not there, or the machine gives it no memory; V8 tells either by its words alone. */
const IS_OF_WEBASSEMBLY = /\bWebAssembly\b/

/** The embedded engine itself does not start, whatever the files. */
export class EngineNotStartedError extends Error {
  override readonly name = 'EngineNotStartedError'
  readonly code = 'database_engine_not_started'

  constructor(cause: Error) {
    super(
      `The embedded database does not start (${cause.message}): it needs Node with WebAssembly, and 3 GB of address space (ulimit -v); its files are as they were`,
      { cause },
    )
  }
}

/** What a failed start of the engine is told as: itself, where it is about the files. */
export const failureOfStart = (error: unknown): unknown =>
  error instanceof Error && IS_OF_WEBASSEMBLY.test(error.message) ? new EngineNotStartedError(error) : error
