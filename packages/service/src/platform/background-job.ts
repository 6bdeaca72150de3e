/** Work beside requests, such as deliveries and expiry. */
export interface BackgroundJob {
  start(): Promise<void>
  /** Finishes or gives back what is under way, within a few seconds. */
  stop(): Promise<void>
}
