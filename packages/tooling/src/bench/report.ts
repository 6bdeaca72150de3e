import type { MeasuredRow } from './machine.ts'

const NAME_WIDTH = 62

const figure = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(2))

/** Above the rows. */
export const HEADER = [
  'row'.padEnd(NAME_WIDTH),
  'ours'.padStart(10),
  'other'.padStart(10),
  'unit'.padEnd(11),
  'ratio'.padStart(6),
  'middle half'.padEnd(13),
  'target'.padEnd(12),
  'machine',
].join('  ')

/** One line of a table: the ratio, between which values its middle half lies, and how busy the machine was. */
export const rowLine = ({ name, ours, other, unit, ratio, spread, target = '', machine }: MeasuredRow): string =>
  [
    name.padEnd(NAME_WIDTH),
    figure(ours).padStart(10),
    figure(other).padStart(10),
    unit.padEnd(11),
    ratio.toFixed(2).padStart(6),
    (spread === undefined ? '' : `${spread.low.toFixed(2)} – ${spread.high.toFixed(2)}`).padEnd(13),
    target.padEnd(12),
    machine.isBusy ? `busy ${Math.round(machine.busy * 100)} %: do not trust` : `${Math.round(machine.busy * 100)} %`,
  ].join('  ')

/** Below the rows: how each was measured. */
export const methodLines = (rows: readonly MeasuredRow[]): string =>
  rows.map(({ name, method }) => `${name}: ${method}`).join('\n')

/** What the page on performance keeps of a whole run: JSON of its day, its machine and its rows. */
export const keptRun = (rows: readonly MeasuredRow[], at: Date): string => {
  const kept = {
    date: at.toISOString().slice(0, 10),
    cpus: rows[0]?.machine.cpus ?? 0,
    node: process.version,
    rows: rows.map(({ name, ours, other, unit, ratio, spread, target, machine: { busy } }) => ({
      name,
      ours,
      other,
      unit,
      ratio,
      spread,
      target,
      busy,
    })),
  }
  return `${JSON.stringify(kept, null, 2)}\n`
}
