import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import { countCardRefusals, countFunnel, countHours } from '../payments/overview-store.ts'
import { listDeliveryRecords, listSubscriptionRecords, readBacklogs } from '../webhooks/insight-store.ts'
import { type DashboardBinder, merchantOf } from './bind-dashboard.ts'
import type { DashboardDeps } from './deps.ts'
import { ageMs } from '../platform/clock.ts'
import { figuresOf } from './health-rules.ts'
import { merchantIdsOf } from './merchants.ts'
import { everyHour, HOUR_MS, refusalsOf, totalsOf, volumeOf } from './overview-rules.ts'
import { MOST_WAITING_COUNTED } from './webhook-views.ts'

/** Counting is worth repeating only so often: pages that look at the same share what was counted. */
const FRESH_MS = 5_000
const MOST_REMEMBERED = 200
/** The funnel looks at the latest intents of its range, at most so many. */
const FUNNEL_INTENTS = 10_000

const RANGE_HOURS = { '24h': 24, '7d': 168 } as const

type Overview = DashboardAnswer<'readOverview'>

export const overviewRoutes = (bind: DashboardBinder, deps: DashboardDeps): void => {
  const { db, clock } = deps
  const remembered = new Map<string, { readonly atMs: number; readonly overview: Promise<Overview> }>()

  const deliveryFigures = async (merchantIds: readonly string[], now: Date): Promise<Overview['delivery']> => {
    const keys = (await listSubscriptionRecords(db, merchantIds)).filter(({ status }) => status === 'enabled')
    const limit = DASHBOARD_LIMITS.healthDeliveries
    const [{ rows: latest }, backlogs] = await Promise.all([
      listDeliveryRecords(db, { keys, before: null, limit, searchedRows: limit }),
      readBacklogs(db, keys, MOST_WAITING_COUNTED),
    ])
    const waiting = [...backlogs.values()]
    const due = waiting.flatMap(({ nextAt }) => (nextAt !== null && nextAt <= now ? [nextAt.getTime()] : []))
    const { attempts, success_rate, p50_ms, p95_ms } = figuresOf(latest.flatMap((delivery) => delivery.attempts))
    return {
      attempts,
      success_rate,
      p50_ms,
      p95_ms,
      waiting: waiting.reduce((sum, backlog) => sum + backlog.waiting, 0),
      oldest_due_at: due.length === 0 ? null : new Date(Math.min(...due)).toISOString(),
    }
  }

  const count = async (merchantId: string | null, hours: number): Promise<Overview> => {
    const now = clock.now()
    const to = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS
    const from = new Date(to - hours * HOUR_MS)
    const merchantIds = await merchantIdsOf(deps, merchantId)
    const request = { merchantIds, from, now }
    const counted = await countHours(db, request)
    const looked = Math.ceil(FUNNEL_INTENTS / Math.max(1, merchantIds.length))
    const funnel = await countFunnel(db, request, looked)
    const cards = await countCardRefusals(db, request, looked)
    const totals = totalsOf(counted)
    const ended = totals.approved + totals.declined + totals.expired
    return {
      from: from.toISOString(),
      to: new Date(to).toISOString(),
      hours: everyHour(counted, from, hours),
      totals,
      volume: volumeOf(counted),
      approval_rate: ended === 0 ? null : totals.approved / ended,
      funnel,
      refusals: refusalsOf(counted, cards),
      delivery: await deliveryFigures(merchantIds, now),
    }
  }

  bind.read('readOverview', ({ session, query }) => {
    const merchantId = merchantOf(session, query.merchant)
    const key = `${merchantId} ${query.range}`
    const nowMs = clock.now().getTime()
    const known = remembered.get(key)
    if (known !== undefined && ageMs(known.atMs, nowMs) < FRESH_MS) return known.overview
    if (remembered.size >= MOST_REMEMBERED) remembered.clear()
    const overview = count(merchantId, RANGE_HOURS[query.range])
    remembered.set(key, { atMs: nowMs, overview })
    overview.catch(() => remembered.delete(key))
    return overview
  })
}
