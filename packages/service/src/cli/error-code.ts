/** The `code` of an error that has one, such as `ENOENT` or an SQLSTATE. */
export const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)
