export type { Buyer, CardBehaviour, Identity } from './sandbox/buyer.ts'
export type { MovableClock } from './sandbox/movable-clock.ts'
export { type ServiceSandbox, startSandbox } from './sandbox/start-sandbox.ts'
