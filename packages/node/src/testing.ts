export { signTestWebhook, type SignedWebhook } from './sign-test-webhook.ts'
export { type Receiver, type Sandbox, startSandbox } from './testing/sandbox.ts'
export type {
  Buyer,
  CardBehaviour,
  Credentials,
  Identity,
  MovableClock,
  SandboxClientOptions,
} from './testing/service-module.ts'
