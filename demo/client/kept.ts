// What this tab keeps. A browser that blocks all cookies keeps nothing for a page, and throws.

export const readKept = (name: string): string | null => {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return null
  }
}

export const keep = (name: string, value: string): void => {
  try {
    sessionStorage.setItem(name, value)
  } catch {}
}
