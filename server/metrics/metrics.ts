import { Gauge, Registry } from 'prom-client'
import { type FaultMetrics, faultMetrics } from './faults.ts'
import { type JobMetrics, jobMetrics } from './jobs.ts'
import { type ReminderMetrics, reminderMetrics } from './reminders.ts'
import { type RequestMetrics, requestMetrics } from './requests.ts'
import { type UploadMetrics, uploadMetrics } from './uploads.ts'

/**
 * What the server measures about itself (docs/operations.md, "Metrics"). Every label has only a few values, known in
 * advance: no address, no id, no name of a user or a medication.
 */
export interface Metrics {
  registry: Registry
  requests: RequestMetrics
  /** Connections of GET /api/events: one more, one less. */
  streams: { opened(): void; closed(): void }
  jobs: JobMetrics
  reminders: ReminderMetrics
  uploads: UploadMetrics
  faults: FaultMetrics
}

/**
 * Creates the counters of one server, all at 0. Nothing from prom-client is global here, because tests build many
 * servers in one process.
 */
export function serverMetrics(): Metrics {
  const registry = new Registry()
  const streams = new Gauge({
    name: 'dosewell_sync_streams',
    help: 'Open connections of GET /api/events.',
    registers: [registry],
  })
  return {
    registry,
    requests: requestMetrics(registry),
    streams: { opened: () => streams.inc(), closed: () => streams.dec() },
    jobs: jobMetrics(registry),
    reminders: reminderMetrics(registry),
    uploads: uploadMetrics(registry),
    faults: faultMetrics(registry),
  }
}
