import { Gauge, type Registry } from 'prom-client'
import type { OpenDatabase } from '../db/database.ts'
import type { DiskWatch } from '../platform/disk-watch.ts'

/** Reports the connections to PostgreSQL; nothing for PGlite, which has only one. */
export function watchPool(registry: Registry, connections: OpenDatabase['connections']): void {
  if (!connections) return
  new Gauge({
    name: 'dosewell_database_connections',
    help: 'Connections of this server to the database, and requests that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}

/** Reports the free space on the data directory's disk: a database that cannot write loses what users log. */
export function watchDisk(registry: Registry, disk: DiskWatch): void {
  new Gauge({
    name: 'dosewell_data_dir_free_bytes',
    help: 'Bytes that are free where DATA_DIR lies.',
    registers: [registry],
    async collect() {
      const free = await disk.free()
      this.set(Number.isFinite(free) ? free : Number.NaN)
    },
  })
}
