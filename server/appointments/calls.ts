import { addAppointmentBody, editAppointmentBody } from '#domain/protocol/appointments.ts'
import { appointmentSchema } from '#domain/records/appointment-schema.ts'
import { listCalls } from '../records/list-calls.ts'
import { APPOINTMENTS } from './appointments.ts'

export const appointmentCalls = listCalls(APPOINTMENTS, {
  add: addAppointmentBody,
  edit: editAppointmentBody,
  record: appointmentSchema,
})
