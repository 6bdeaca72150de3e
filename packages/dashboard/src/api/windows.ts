/** The windows of this browser that show the dashboard. All read with one cookie: that of whoever has signed in last. */
const windows = new BroadcastChannel('coinslot-dashboard')

/** Tells the others that this one has come, perhaps by a link that signs in. */
export const tellArrival = (): void => windows.postMessage(null)

export const onArrival = (follow: () => unknown): void => windows.addEventListener('message', follow)
