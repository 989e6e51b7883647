import { doseEventSchema } from '#domain/records/dose-event.ts'
import { writeCall } from '../sync/writes.ts'
import { recordDoseAtOnce } from './dose-at-once.ts'
import { knownDose, recordDoseEffect } from './doses.ts'

export const recordDoseCall = writeCall({
  method: 'POST',
  path: '/api/doses',
  body: doseEventSchema,
  worksOn: 'log',
  atOnce: recordDoseAtOnce,
  known: knownDose,
  effect: (scope, { body }) => recordDoseEffect(scope, body),
})
