/** Mocha's functions, under the names that all other tests of the workspace use. */
export const { describe, it: test, before: beforeAll, after: afterAll, beforeEach, afterEach } = globalThis
