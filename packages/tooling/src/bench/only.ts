/** Whether a row is asked for: all are, or those whose name contains what was given, in any case. */
export const isWanted = (name: string, only: string | undefined): boolean =>
  only === undefined || name.toLowerCase().includes(only.toLowerCase())
