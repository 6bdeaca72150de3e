/** Whether it is a tag that `Intl` takes: some browsers on Linux call their language `C` or `en-US@posix`. */
const isTag = (language: string): boolean => {
  try {
    return Intl.getCanonicalLocales(language).length === 1
  } catch {
    return false
  }
}

// uPlot makes a number format of it as it loads, and would fail.
if (!isTag(navigator.language)) {
  Object.defineProperty(navigator, 'language', { value: new Intl.NumberFormat().resolvedOptions().locale })
}
