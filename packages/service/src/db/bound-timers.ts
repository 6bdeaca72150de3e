/** What Node's timers reach; one that is set for longer rings at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

type Imports = Readonly<Record<string, Record<string, unknown>>>
type SetTimer = (which: number, delayMs: number) => number
interface Instantiated {
  instantiateWasm?: (imports: Imports, then: unknown) => unknown
}

/**
 * Has the engine set timers that Node can wait for. What it waits for lies far off once the machine's clock is set back by
 * weeks. It looks at the clock when a timer rings, and sets the next one for the rest.
 */
export const boundTimers = (module: object): void => {
  const options: Instantiated = module
  const { instantiateWasm } = options
  options.instantiateWasm = (imports, then) => {
    const environment = imports['env'] ?? {}
    const setTimer = environment['_setitimer_js'] as SetTimer
    environment['_setitimer_js'] = (which: number, delayMs: number) =>
      setTimer(which, Math.min(delayMs, LONGEST_TIMER_MS))
    return instantiateWasm?.(imports, then)
  }
}
