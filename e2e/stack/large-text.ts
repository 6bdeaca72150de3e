import config from '../playwright.config.ts'

const { launchOptions = {} } = config.use ?? {}
/** The browser's own setting: a page cannot make it, and a style of the page leaves the conditions on widths as they are. */
const DOUBLE = '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26'

/** Starts a browser whose text is of twice the size. */
export const LARGE_TEXT = { ...launchOptions, args: [...(launchOptions.args ?? []), DOUBLE] }
