import { startBenchPostgres } from './postgres.ts'
import type { Row } from './row.ts'
import { createIntentEmbedded, createIntentOnPostgres } from './rows/create-intent.ts'
import { memory } from './rows/memory.ts'
import { prism } from './rows/prism.ts'
import { plainRoutes } from './rows/routes.ts'
import { start } from './rows/start.ts'
import { statuses } from './rows/statuses.ts'
import { webhooks } from './rows/webhooks.ts'

const asJson = process.argv.includes('--json')

const line = ({ name, ours, other, ratio, unit, target }: Row): string =>
  `${name.padEnd(52)} ${String(ours).padStart(9)} ${String(other).padStart(9)} ${unit.padEnd(11)} ${ratio.toFixed(2).padStart(6)}  (${target})`

const rows: Row[] = []
const add = (...measured: readonly Row[]): void => {
  rows.push(...measured)
  if (!asJson) for (const each of measured) process.stdout.write(`${line(each)}\n`)
}

const postgres = await startBenchPostgres()
try {
  add(await createIntentOnPostgres(postgres))
  add(await createIntentEmbedded())
  add(await prism())
  add(await statuses(postgres))
  add(...(await plainRoutes()))
  add(await start())
  add(await memory(postgres))
  add(...(await webhooks(postgres)))
} finally {
  await postgres.stop()
}
if (asJson) process.stdout.write(`${JSON.stringify(rows)}\n`)
