import { Counter, type Registry } from 'prom-client'
import { SET_ASIDE_KINDS, type SetAsideKind } from '#domain/protocol/admin.ts'

/** What can fail because of one row: something set aside for an account, or a queued mail. */
export type FaultKind = SetAsideKind | 'mail'

export interface FaultMetrics {
  happened(kind: FaultKind): void
}

/** Counts how often something could not be read, planned or sent because of the data in one row. */
export function faultMetrics(registry: Registry): FaultMetrics {
  const faults = new Counter({
    name: 'dosewell_row_faults_total',
    help: 'Tries that failed because of what one row says, by what was tried; nothing else waits for it.',
    labelNames: ['kind'],
    registers: [registry],
  })
  for (const kind of [...SET_ASIDE_KINDS, 'mail'] as const) faults.inc({ kind }, 0)
  return { happened: (kind) => faults.inc({ kind }) }
}
