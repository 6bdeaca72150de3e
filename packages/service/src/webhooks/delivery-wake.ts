/** How those who record events reach those who deliver them. */
export interface DeliveryWake {
  /** Called after a commit that recorded events, so that their delivery starts at once; never fails. */
  wakeDeliveries(): void
  /** Told of every `wakeDeliveries`; the answer ends it. */
  onWakeDeliveries(listener: () => void): () => void
}

export const createDeliveryWake = (): DeliveryWake => {
  const listeners = new Set<() => void>()
  return {
    wakeDeliveries: () => {
      for (const listener of listeners) listener()
    },
    onWakeDeliveries: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
