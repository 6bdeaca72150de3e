import { PGlite } from '@electric-sql/pglite'
import { bareOrders, CREATE_ORDERS } from '../bare-orders.ts'
import { listen } from '../listen.ts'

const pglite = await PGlite.create(process.env['BENCH_DATA_DIR'] ?? 'memory://')
await pglite.exec(CREATE_ORDERS)
await listen(bareOrders((sql, values) => pglite.query(sql, [...values])))
