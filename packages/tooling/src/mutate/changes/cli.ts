import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service'

export const CLI_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'anybody on the machine gives commands to the service',
    file: `${SERVICE}/src/cli/control-server.ts`,
    find: 'const umask = process.umask(OWNER_ONLY)',
    replace: 'const umask = process.umask(0)',
    tests: [`${SERVICE}/src/cli/control-channel.test.ts`],
  },
  {
    fear: 'an operator takes out a secret key that something is still under',
    file: `${SERVICE}/src/cli/secret-commands.ts`,
    find: 'if (firstUnreadable !== null)',
    replace: 'if (false)',
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'what was interrupted is called done',
    file: `${SERVICE}/src/cli/secret-commands.ts`,
    find: '      if (signal.aborted) throw new CommandError(`Interrupted: ${done}; run it again for the others`)\n',
    replace: '',
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'tokens live on that were to be revoked with a secret',
    file: `${SERVICE}/src/cli/client-commands.ts`,
    find: "revokeTokens: values['revoke-tokens'] === true",
    replace: 'revokeTokens: false',
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'tokens live on that were to be revoked with a key',
    file: `${SERVICE}/src/cli/key-commands.ts`,
    find: "revokeTokens: values['revoke-tokens'] === true",
    replace: 'revokeTokens: false',
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'a client is given a permission that was taken out',
    file: `${SERVICE}/src/cli/client-commands.ts`,
    find: "values['payments'] === false",
    replace: "values['no-payments'] === true",
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'an origin is registered that is more than one in the policy of the document that takes cards',
    file: 'packages/contract/src/origin.ts',
    find: ' && ORIGIN.test(text)',
    replace: '',
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'the threshold of identity checks is not the one that was given',
    file: `${SERVICE}/src/cli/merchant-commands.ts`,
    find: "kycThreshold: money(args, 'kyc-threshold')",
    replace: "kycThreshold: money(args, 'amount-max')",
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'a key is handed out that signs nothing',
    file: `${SERVICE}/src/cli/client-commands.ts`,
    find: " && subscription.status === 'enabled')",
    replace: ')',
    tests: [`${SERVICE}/src/cli/merchant-commands.test.ts`],
  },
  {
    fear: 'an event is made up in production',
    file: `${SERVICE}/src/cli/webhook-commands.ts`,
    find: "    requireSandbox(deps, 'trigger')\n",
    replace: '',
    tests: [`${SERVICE}/src/cli/webhook-commands.test.ts`],
  },
  {
    fear: 'credentials are readable to everybody',
    file: `${SERVICE}/src/cli/env-file.ts`,
    find: 'const OWNER_ONLY = 0o600',
    replace: 'const OWNER_ONLY = 0o666',
    tests: [`${SERVICE}/src/cli/client-commands.test.ts`],
  },
  {
    fear: 'what else a shop keeps in its .env is gone',
    file: `${SERVICE}/src/cli/env-file.ts`,
    find: 'withVariables(text, variablesOf(made))',
    replace: "withVariables('', variablesOf(made))",
    tests: [`${SERVICE}/src/cli/client-commands.test.ts`],
  },
  {
    fear: 'a client is made whose secret nobody is told',
    file: `${SERVICE}/src/cli/env-file.ts`,
    find: "  await told(writeFile(unfinished, '', { flag: 'wx', mode }))\n",
    replace: '',
    tests: [`${SERVICE}/src/cli/client-commands.test.ts`],
  },
]
