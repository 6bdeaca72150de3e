import { describe, expect, test } from 'vitest'
import { commands } from './commands.ts'
import { parseCommand } from './parse-command.ts'
import { UsageError } from './command.ts'
import { helpText } from './help.ts'

describe('a command line (decisions.md §9)', () => {
  test.each([
    [[], 'Say which command to run'],
    [['--json'], 'Say which command to run'],
    [['dance'], 'There is no command "dance"'],
    [['dance', 'the', 'tango'], 'There is no command "dance the"'],
    [['clients'], 'Say which: clients create, clients list, clients update, clients disable, clients rotate'],
    [['clients', 'create', '--colour', 'red'], "clients create: Unknown option '--colour'"],
    [['clients', 'create', '--merchant'], "clients create: Option '--merchant <value>' argument missing"],
    [['clients', 'list', '--json=yes'], "clients list: Option '--json' does not take an argument"],
    [['bans', 'add'], 'Usage: coinslot-service bans add VALUE [--json]'],
    [['bans', 'add', 'a', 'b'], 'Usage: coinslot-service bans add VALUE [--json]'],
    [['clients', 'list', 'all'], 'Usage: coinslot-service clients list [--json]'],
    [['clients', 'disable', ''], 'clients disable: CLIENT_ID must not be empty'],
    [['bans', 'add', ' '], 'bans add: VALUE must not be empty'],
    [['listen', '--json'], 'listen has no --json'],
    [['clients', 'create', '--merchant', 'A', '--merchant', 'B'], 'clients create: give --merchant once'],
    [['merchants', 'update', 'ID', '--payments', '--no-payments'], 'merchants update: give --payments once'],
    [['clients', 'list', '--json', '--no-json'], 'clients list: give --json once'],
  ])('%j is wrong usage: %s', (words, message) => {
    expect(() => parseCommand(commands, words)).toThrow(new UsageError(message))
  })

  test('takes what begins with a dash as a value behind --', () => {
    expect(parseCommand(commands, ['bans', 'add', '--', '-x']).args.positionals).toEqual(['-x'])
  })

  test('that ends after its first word is told what may follow', () => {
    expect(() => parseCommand(commands, ['keys'])).toThrow('Say which: keys rotate, keys list')
    expect(() => parseCommand(commands, ['keys', 'turn'])).toThrow('There is no command "keys turn"')
  })

  test('takes an option several times where it may be, and what is off by --no- once', () => {
    const words = ['clients', 'create', '--merchant', 'A', '--origin', 'x', '--origin', 'y', '--no-payments']
    expect(parseCommand(commands, words).args.values).toMatchObject({ origin: ['x', 'y'], payments: false })
  })

  test('gives the command, its options and its positionals', () => {
    const { command, args, json } = parseCommand(commands, ['bans', 'add', 'a@b.example', '--json'])
    expect({ name: command.name, positionals: args.positionals, json }).toEqual({
      name: 'bans add',
      positionals: ['a@b.example'],
      json: true,
    })
  })

  test.each([
    [['--json', 'bans', 'add', 'eve@shop.example']],
    [['bans', '--json', 'add', 'eve@shop.example']],
    [['bans', 'add', '--json', 'eve@shop.example']],
  ])('%j takes an option wherever it stands', (words) => {
    const { command, args, json } = parseCommand(commands, words)
    expect([command.name, args.positionals, json]).toEqual(['bans add', ['eve@shop.example'], true])
    expect(() => parseCommand(commands, words.slice(0, -1))).toThrow(UsageError)
  })

  test('knows every command of the specification', () => {
    const specified = [
      'migrate',
      'clients create',
      'clients list',
      'clients disable',
      'clients rotate',
      'bans add',
      'bans remove',
      'bans list',
      'wallets flag',
      'wallets unflag',
      'wallets list',
      'trigger',
      'listen',
    ]
    const names = commands.map(({ name }) => name)
    expect(specified.filter((name) => !names.includes(name))).toEqual([])
    expect(names.filter((name) => !helpText().includes(name))).toEqual([])
  })

  test.each([80, 40])(
    'has no line longer than a terminal of %i columns, and keeps an option on one line with its value',
    (columns) => {
      for (const words of [[], ...commands.map(({ name }) => name.split(' '))]) {
        const text = helpText(words, columns)
        expect(text.split('\n').filter((line) => line.length > columns)).toEqual([])
        for (const [option] of text.matchAll(/\[[^[]*?\]/g)) expect(option).not.toContain('\n')
      }
      expect(helpText(['clients', 'create'], columns)).toContain('[--return-url URL]')
    },
  )

  test('tells of one command, of those that begin alike, and of no other', () => {
    expect(helpText(['clients', 'create', '--help'])).toMatch(/^Usage: coinslot-service clients create --merchant /)
    expect(helpText(['clients', '--help'])).toContain('clients rotate')
    expect(helpText(['clients', '--help'])).not.toContain('bans')
    expect(helpText()).toMatch(/^Usage: coinslot-service COMMAND\n/)
    expect(helpText(['clients', '--help'])).toMatch(/^Usage: coinslot-service clients COMMAND\n/)
    expect(helpText(['dashboard', '--help'])).toMatch(/^Usage: coinslot-service dashboard \[--merchant ID\] /)
    expect(helpText(['dashboard', '--help'])).toContain('dashboard revoke')
    expect(helpText(['serve', '--help'])).toContain('SIGTERM')
    expect(() => helpText(['nonsense', '--help'])).toThrow(/no command "nonsense"/)
  })
})
