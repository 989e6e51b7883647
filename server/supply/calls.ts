import { supplyEventSchema } from '#domain/records/new-supply-event.ts'
import { writeCall } from '../sync/writes.ts'
import { recordSupplyEffect } from './supply-log.ts'

export const recordSupplyCall = writeCall({
  method: 'POST',
  path: '/api/supply-events',
  body: supplyEventSchema,
  worksOn: 'log',
  effect: (scope, { body }) => recordSupplyEffect(scope, body),
})
