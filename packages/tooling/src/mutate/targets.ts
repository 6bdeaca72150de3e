/** What decides about money and trust, which Stryker mutates. */
export const TARGETS: readonly string[] = [
  'packages/service/src/**/*-rules.ts',
  'packages/service/src/payments/{create-intent,finalise}.ts',
  'packages/service/src/cards/{pay,settle-attempt,settle-unsettled,close-intent,expire-intents,reverse-attempt,finish-challenge}.ts',
  'packages/service/src/auth/{access-tokens,session-token,bearer}.ts',
  'packages/service/src/kyc/{answer-code,one-time-code,gate,review}.ts',
  'packages/service/src/screening/screen.ts',
  'packages/service/src/webhooks/{delivery-store,outbox,settle-deliveries}.ts',
  'packages/contract/src/limits.ts',
  'packages/node/src/{verify-webhook,webhook-signature,retry,token-cache}.ts',
  'packages/node/src/handler/*.ts',
]
