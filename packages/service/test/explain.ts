import { type KyselyPlugin, RawNode } from 'kysely'
import type { Database } from '../src/db/database.ts'

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

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
