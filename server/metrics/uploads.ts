import { Counter, Gauge, type Registry } from 'prom-client'

/** Why an upload was refused, for reasons that do not lie in the file's content. */
export const UPLOAD_REFUSALS = ['size', 'turn', 'slow', 'broken', 'room', 'quota'] as const
export type UploadRefusal = (typeof UPLOAD_REFUSALS)[number]

export interface UploadMetrics {
  /** Sets how many bytes are in the spool now. */
  spooled(bytes: number): void
  refused(why: UploadRefusal): void
}

/** Counts files being uploaded. */
export function uploadMetrics(registry: Registry): UploadMetrics {
  const registers = [registry]
  const spool = new Gauge({
    name: 'dosewell_spool_bytes',
    help: 'Bytes of uploads that are worked on, in files without a name below DATA_DIR.',
    registers,
  })
  const refused = new Counter({
    name: 'dosewell_uploads_refused_total',
    help: 'Uploads that were not taken: too large, one too many at a time, too slow, cut off or malformed, no room on the disk, no room in the account.',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of UPLOAD_REFUSALS) refused.inc({ reason }, 0)
  return {
    spooled: (bytes) => spool.set(bytes),
    refused: (reason) => refused.inc({ reason }),
  }
}
