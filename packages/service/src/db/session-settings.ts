/**
 * How every connection plans. Each statement of the service finds its rows by an index. A planner that last saw a table
 * while it was empty, as a queue mostly is, would read it whole or fetch and sort all of it, and go on doing so with a
 * hundred thousand rows; so it may not. Where there is no index it still can. Compiling costs more than it saves here.
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = Object.fromEntries(
  ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map((name) => [name, 'off']),
)
