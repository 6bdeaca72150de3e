import { statfs } from 'node:fs/promises'
import type { Registry } from 'prom-client'
import type { Config } from '../platform/config.ts'
import { addMeasuredGauge } from './measured-gauge.ts'

/** Adds at /metrics how full the disk of the data folder is; a server's disk only its own machine can measure. */
export const addDataDisk = (registry: Registry, { database }: Pick<Config, 'database'>): void => {
  addMeasuredGauge(registry, {
    name: 'coinslot_data_disk_bytes',
    help: 'Disk that holds the data folder, by state; free: what this user may still write',
    labelNames: ['state'],
    measure: async () => {
      if (database.kind !== 'embedded' || database.dataDir === '') return []
      const { bavail, blocks, bsize } = await statfs(database.dataDir)
      return [
        { labels: { state: 'free' }, value: bavail * bsize },
        { labels: { state: 'total' }, value: blocks * bsize },
      ]
    },
  })
}
