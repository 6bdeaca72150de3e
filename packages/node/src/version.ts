/** This package's version, sent in `user-agent`. */
export const VERSION = '0.1.0'
