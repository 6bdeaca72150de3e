/**
 * How Node is to run the service: V8 would let its young generation grow to 96 MiB and more under load, for garbage that
 * a sixth of it collects as well. A running process cannot set this for itself.
 * @type {readonly string[]}
 */
export const NODE_FLAGS = ['--max-semi-space-size=16']
