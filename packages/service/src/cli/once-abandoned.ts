const LOOK_MS = 500

/** A script that ends with the service, so that the shell which runs it waits for it. */
const WAITS_FOR_SERVICE = /\bcoinslot-service serve\s*$/

/**
 * Acts once the shell of an npm script has ended before the service that it waits for. npm hands SIGTERM to the shell alone,
 * and not every shell becomes what it runs: the service would serve on, with its data and port, as nobody's child.
 * @param npmScript empty where npm runs none
 */
export const onceAbandoned = (npmScript: string, act: () => void): void => {
  if (!WAITS_FOR_SERVICE.test(npmScript)) return
  const shell = process.ppid
  const looks = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(looks)
    act()
  }, LOOK_MS)
  looks.unref()
}
