import { confirmBody, correctBody } from '#domain/protocol/prescriptions.ts'
import { deletePictureEffect } from '../pictures/picture-list.ts'
import { writeCall } from '../sync/writes.ts'
import { confirmEffect, correctEffect, PRESCRIPTIONS } from './prescriptions.ts'

export const confirmMedicationsCall = writeCall({
  method: 'POST',
  path: '/api/prescriptions/:id/confirm-medications',
  body: confirmBody,
  effect: (scope, { id, body }) => confirmEffect(scope, id, body.medications),
})

export const correctPrescriptionCall = writeCall({
  method: 'PATCH',
  path: '/api/prescriptions/:id',
  body: correctBody,
  effect: (scope, { id, body }) => correctEffect(scope, id, body),
})

/** The files are removed by the scan's own route, as for documents. */
export const deletePrescriptionCall = writeCall({
  method: 'DELETE',
  path: '/api/prescriptions/:id',
  body: null,
  erases: 'prescription',
  effect: (scope, { id }) => deletePictureEffect(PRESCRIPTIONS, scope, id),
})
