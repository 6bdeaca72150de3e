import { type KyselyPlugin, RawNode } from 'kysely'
import type { Database } from '../src/db/database.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Filter?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

/** What reads all that comes from below before it gives its first row. */
const GATHERS: ReadonlySet<string> = new Set(['Sort', 'Aggregate', 'Hash'])

const isWalked = (node: PlanNode): boolean =>
  node['Node Type'] === 'Seq Scan' || (node['Node Type'].startsWith('Index') && node['Index Cond'] === undefined)

/** How the database ran one statement. */
export class Plan {
  readonly nodes: readonly PlanNode[]
  readonly #root: PlanNode

  constructor(root: PlanNode) {
    const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)]
    this.#root = root
    this.nodes = flatten(root)
  }

  /** Rows of a table that were looked at, those that were thrown away included. */
  rowsRead(table: string): number {
    const scans = this.nodes.filter((node) => node['Relation Name'] === table && node['Node Type'].includes('Scan'))
    const rows = scans.map(
      (node) => ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 1),
    )
    return Math.round(rows.reduce((sum, each) => sum + each, 0))
  }

  /** Pages that were looked at. */
  get pages(): number {
    return (this.#root['Shared Hit Blocks'] ?? 0) + (this.#root['Shared Read Blocks'] ?? 0)
  }

  /**
   * Scans without a place to begin and to end at: of a whole table, or of a whole index, unless the statement takes the
   * first rows of it as they come. By the name of the index, or of the table without one.
   */
  get walked(): string[] {
    const below = (node: PlanNode, isCut: boolean): string[] => {
      const isCutBelow = node['Node Type'] === 'Limit' || (isCut && !GATHERS.has(node['Node Type']))
      const children = (node.Plans ?? []).flatMap((child) => below(child, isCutBelow))
      const name = node['Index Name'] ?? node['Relation Name'] ?? ''
      return isWalked(node) && (!isCut || node.Filter !== undefined) ? [name, ...children] : children
    }
    return below(this.#root, false)
  }

  /** Tables that were read whole. */
  get readWhole(): string[] {
    return this.nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => node['Relation Name'] ?? '')
  }
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }]
}

/** Runs statements by way of `explain analyze`: they do what they do and answer nothing, and their plans are kept. */
export const explainStatements = (db: Database): { db: Database; plans: Plan[] } => {
  const plans: Plan[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => RawNode.create(['explain (analyze, buffers, format json) ', ''], [node]),
    transformResult: async ({ result }) => {
      for (const row of result.rows as unknown as Explained[]) plans.push(new Plan(row['QUERY PLAN'][0].Plan))
      return { ...result, rows: [] }
    },
  }
  return { db: db.withPlugin(plugin), plans }
}
