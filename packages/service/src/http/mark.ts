/** The mark of Coinslot, as the dashboard has it. */
export const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#4f46e5"/><circle cx="16" cy="16" r="9" fill="#fff"/><rect x="14.25" y="10.5" width="3.5" height="11" rx="1.75" fill="#4f46e5"/></svg>'

/** The mark in the tab of a page, which has it in itself: browsers that find none there ask for `/favicon.ico`. */
export const TAB_ICON = `<link rel="icon" href="data:image/svg+xml;base64,${btoa(MARK)}">`
