import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type PostgresServer, type PostgresServerOptions, startPostgresServer } from '../test/postgres-server.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

/** A standby reads what was written since its copy was begun. */
const SETTINGS = ['max_wal_size=128MB', 'min_wal_size=32MB', 'wal_keep_size=64MB']
const LOOK_EVERY_MS = 50

const portOf = ({ url }: PostgresServer): number => Number(new URL(url).port)

/** Of two servers one may be a standby, which cannot be asked anything at `serializable`. */
const OPTIONS = '-c default_transaction_isolation=read\\ committed'

const ask = async (server: PostgresServer, ...statements: readonly string[]): Promise<unknown> => {
  const client = new pg.Client({ connectionString: server.url, options: OPTIONS })
  await client.connect()
  try {
    let row: unknown
    for (const statement of statements) row = (await client.query(statement)).rows[0]
    return row
  } finally {
    await client.end()
  }
}

const isFollowed = "select 1 from pg_stat_replication where state = 'streaming' and sync_state = 'sync'"

const untilFollowed = async (primary: PostgresServer): Promise<void> => {
  while ((await ask(primary, isFollowed)) === undefined) await pause(LOOK_EVERY_MS)
}

const setStandbyNames = (primary: PostgresServer, names: string) =>
  ask(primary, `alter system set synchronous_standby_names = '${names}'`, 'select pg_reload_conf()')

interface StandbySteps {
  /** While every commit waits for the standby, and it is there. */
  readonly whileFollowed: () => Promise<unknown>
}

export interface AbsenceSteps extends StandbySteps {
  /** While it is away, and no commit returns. */
  readonly whileAway: () => Promise<void>
}

export interface FailoverSteps extends StandbySteps {
  /** While the primary is lost, and nobody writes. */
  readonly whileLost: () => Promise<unknown>
  /** Whether the addresses lead to the standby before it takes writes; default false. */
  readonly movesFirst?: boolean
}

/** The server that takes writes, whichever it is, behind addresses that stay. */
export class Primary {
  /** Nobody disturbs this address. */
  readonly url: string
  readonly #options: PostgresServerOptions
  readonly #addresses: TcpProxy[]
  #server: PostgresServer
  /** All that are to be stopped in the end. */
  readonly #servers: Set<PostgresServer>

  private constructor(options: PostgresServerOptions, server: PostgresServer, address: TcpProxy) {
    this.#options = options
    this.#server = server
    this.#servers = new Set([server])
    this.#addresses = [address]
    this.url = this.urlBy(address)
  }

  static async start(given: PostgresServerOptions = {}): Promise<Primary> {
    const options = { ...given, settings: SETTINGS }
    const server = await startPostgresServer(options)
    return new Primary(options, server, await startTcpProxy(portOf(server)))
  }

  /** One more address, which may be disturbed. */
  async newAddress(): Promise<TcpProxy> {
    const address = await startTcpProxy(portOf(this.#server))
    this.#addresses.push(address)
    return address
  }

  urlBy({ port }: TcpProxy): string {
    const url = new URL(this.#server.url)
    url.port = String(port)
    return url.href
  }

  restart(whileAway?: () => Promise<void>): Promise<void> {
    return this.#server.restart(whileAway)
  }

  /**
   * Makes a standby, kills the primary with -9, and has the standby take its place. The next failover copies that one: what the
   * lost primary has on its disk is thrown away.
   */
  async failOver({ whileFollowed, whileLost, movesFirst = false }: FailoverSteps): Promise<void> {
    const lost = this.#server
    const standby = await this.#follow()
    await whileFollowed()
    await lost.kill()
    await whileLost()
    if (movesFirst) this.#moveTo(standby)
    await ask(standby, 'select pg_promote()')
    if (!movesFirst) this.#moveTo(standby)
    this.#server = standby
  }

  /** Makes a standby that goes away for a while and comes back; in the end nobody follows, and no commit waits. */
  async missStandby({ whileFollowed, whileAway }: AbsenceSteps): Promise<void> {
    const standby = await this.#follow()
    await whileFollowed()
    await standby.restart(whileAway)
    await untilFollowed(this.#server)
    await setStandbyNames(this.#server, '')
    await standby.stop()
    this.#servers.delete(standby)
  }

  /** Takes away servers that were lost. Each is started once more, apart from everybody: it gives back what it left in memory. */
  async forgetLost(): Promise<void> {
    for (const lost of [...this.#servers].filter((server) => server !== this.#server)) {
      await lost.restart()
      await lost.stop()
      this.#servers.delete(lost)
    }
  }

  async stop(): Promise<void> {
    await this.forgetLost()
    await Promise.all(this.#addresses.map((address) => address.close()))
    await Promise.all([...this.#servers].map((server) => server.stop()))
  }

  /** From here on no commit returns before the standby has it on its disk. */
  async #follow(): Promise<PostgresServer> {
    const standby = await startPostgresServer({ ...this.#options, standbyOf: this.#server })
    this.#servers.add(standby)
    await setStandbyNames(this.#server, '*')
    await untilFollowed(this.#server)
    return standby
  }

  #moveTo(server: PostgresServer): void {
    for (const address of this.#addresses) address.moveTo(portOf(server))
  }
}
