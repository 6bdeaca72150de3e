/**
 * Watches what a nested document adds to the history of this page. Where the page is its own, the function that it gives
 * goes back before all that, so that one press of Back leads out; in a shop's page the history is the shop's. To be
 * called once the nested document is gone.
 */
export const keepHistory = (): (() => void) => {
  const before = history.length
  return () => {
    const added = history.length - before
    if (window.parent === window && added > 0) history.go(-added)
  }
}
