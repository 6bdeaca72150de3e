import { commands } from './commands.ts'

const line = (name: string, usage: string, summary: string): string =>
  `  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`

/** The text of `coinslot-service help`. */
export const usageText = (): string =>
  [
    'Usage: coinslot-service COMMAND',
    '',
    line('serve', '', 'Run the service until SIGTERM or Ctrl-C'),
    ...commands.map(({ name, usage, summary }) => line(name, usage, summary)),
    '',
    'Every command works whether or not the service is running on the same data. Exit codes: 0 done, 1 failed, 2 wrong usage.',
  ].join('\n')
