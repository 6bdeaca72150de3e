export { type Benchmark, runBenchmarks } from './benchmark.ts'
export { HEADER } from './report.ts'
export { alternate, compare, type Measured, median, quantile, type Row, row, spreadOf } from './row.ts'
export { SlowNetwork } from './slow-network.ts'
