import pg from 'pg'

/** Over how many days payments are spread: as long as their events are kept. */
const DAYS = 30
const BATCH = 250_000

const ID = "md5('payment ' || nr)::uuid"
const EVENT = "'evt_' || md5('payment ' || nr)"

/** What differs from payment to payment, by table and column; all else is as the real payment left it. */
const DIFFERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_intents: {
    id: ID,
    key_hash: 'sha256(nr::text::bytea)',
    request_hash: 'sha256(nr::text::bytea)',
    buyer_id: "'player-' || nr / 10",
    buyer_hash: 'sha256((nr / 10)::text::bytea)',
    created_at: 'at',
    expires_at: "at + interval '30 minutes'",
    finalised_at: "at + interval '1 minute'",
  },
  card_attempts: { id: ID, intent_id: ID, attempt_key: ID, created_at: 'at', check_at: 'at', finished_at: 'at' },
  sandbox_authorisations: { reference: ID, created_at: 'at' },
  intent_openings: { intent_id: ID, opened_at: 'at' },
  webhook_events: { id: EVENT, subject: `(${ID})::text`, created_at: 'at' },
  webhook_deliveries: {
    id: 'webhook_delivery_id(at)',
    event_id: EVENT,
    event_at: 'at',
    created_at: 'at',
    status: "case when nr % 100 = 0 then 'failed' else 'delivered' end",
  },
}

/** Tables that hold more or less the same however many payments there are. */
const STAYS: ReadonlySet<string> = new Set([
  'api_requests',
  'clients',
  'dashboard_links',
  'deployment',
  'intent_hours',
  'intent_hours_until',
  'merchants',
  'migrations',
  'readiness',
  'secrets_state',
  'shared_files',
  'signing_keys',
  'webhook_keys',
  'webhook_subscriptions',
])

/** Refuses to go on where a real payment leaves rows in a table that would not be filled. */
const checkTables = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
  `)
  for (const { name } of rows) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    const isFilled = name in DIFFERS
    if (rowCount === 0 && isFilled) throw new Error(`A payment leaves nothing in ${name}, which would be filled`)
    if (rowCount !== 0 && !isFilled && !STAYS.has(name)) throw new Error(`A payment leaves rows in ${name}`)
  }
}

/** The statement that copies the one row of a table, for the payments from $1 to $2 out of $3, back from $4. */
const copyOf = async (client: pg.Client, table: string): Promise<string> => {
  const { rows } = await client.query<{ name: string }>(
    'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
    [table],
  )
  const columns = rows.map(({ name }) => name)
  const differs = DIFFERS[table] ?? {}
  const gone = Object.keys(differs).filter((name) => !columns.includes(name))
  if (gone.length > 0) throw new Error(`${table} has no ${gone.join(', ')}`)
  return `
    insert into ${table} (${columns.join(', ')})
    select ${columns.map((name) => differs[name] ?? `paid.${name}`).join(', ')}
    from (select * from ${table} limit 1) paid, generate_series($1::integer, $2::integer) nr,
      lateral (
        select date_trunc('milliseconds', $4::timestamptz - nr * interval '${DAYS} days' / $3::integer) as at
      ) moment`
}

/**
 * Fills a database with copies of the one payment that was made on it, in every column as the service wrote it but for
 * identities and times.
 * @throws {Error} where a payment leaves other tables or columns than are known here.
 */
export const fillWithPayments = async (
  url: string,
  intents: number,
  tell: (filled: number) => void = () => undefined,
): Promise<void> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await checkTables(client)
    // What they refer to is filled as well: looking it up for each row would take as long again.
    await client.query('set session_replication_role = replica')
    const copies: string[] = []
    for (const table of Object.keys(DIFFERS)) copies.push(await copyOf(client, table))
    const at = new Date()
    for (let from = 1; from <= intents; from += BATCH) {
      const to = Math.min(from + BATCH - 1, intents)
      for (const copy of copies) await client.query(copy, [from, to, intents, at])
      tell(to)
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

export interface TableSize {
  readonly table: string
  readonly rows: number
  /** Of its rows, its indexes, and what is kept apart of long values; of all its partitions. */
  readonly bytes: number
}

/** What the tables with payments take, the largest first. */
export const measureTables = async (url: string): Promise<readonly TableSize[]> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const sizes: TableSize[] = []
    for (const table of Object.keys(DIFFERS)) {
      const { rows } = await client.query<{ bytes: string; rows: string }>(
        `select (select count(*) from ${table}) as rows, pg_total_relation_size($1::regclass) + coalesce((
           select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = $1::regclass
         ), 0) as bytes`,
        [table],
      )
      sizes.push({ table, rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) })
    }
    return sizes.toSorted((a, b) => b.bytes - a.bytes)
  } finally {
    await client.end()
  }
}
