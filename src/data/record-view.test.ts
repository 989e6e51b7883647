import { describe, expect, it } from 'vitest'
import { type AppointmentId, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { HOUR } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { effectiveReminders } from '#domain/reminders/appointment-reminders.ts'
import { testDevice } from '#src/testing/device.ts'
import { recompute } from './record-view.ts'
import { write } from './write.ts'

/** Adds an appointment in `hours` by that device's local time, with a reminder two hours before it. */
async function appointmentIn(device: Awaited<ReturnType<typeof testDevice>>, hours: number) {
  const { date, time } = localAt(device.source.now() + hours * HOUR, device.zone)
  const id = newId<AppointmentId>(device.source)
  const saved = await write(device, [
    {
      name: 'appointment.add',
      args: {
        id,
        doctorName: 'Sarah Lee',
        specialty: '',
        location: '',
        notes: '',
        phoneNumber: '',
        appointmentDate: date,
        appointmentTime: time,
        remindBefore: [120],
        createdAt: toInstant(device.source.now()),
        allowDuplicate: false,
      },
    },
  ])
  expect(saved).toMatchObject({ ok: true })
  return id
}

/** Returns its reminders on this device after its view was recomputed, as by a start of the app or a pull. */
async function ringing(device: Awaited<ReturnType<typeof testDevice>>, id: AppointmentId) {
  await device.db.transaction('rw', device.db.tables, () =>
    recompute(device.db, 'appointments', id, device.source.now()),
  )
  const appointment = await device.db.appointments.get(id)
  return appointment ? effectiveReminders(appointment, device.zone).map(({ minutes }) => minutes) : null
}

describe('R7.3 an appointment that waits to be sent', () => {
  it('keeps its reminders when its view is made anew after their time', async () => {
    const device = await testDevice()
    const id = await appointmentIn(device, 3)
    device.source.advance(1.5 * HOUR)
    expect(await ringing(device, id)).toEqual([120])
  })

  it('has those of the moment it was moved to, and none that was past then', async () => {
    const device = await testDevice()
    const id = await appointmentIn(device, 8)
    const moveTo = async (hours: number) => {
      const { date, time } = localAt(device.source.now() + hours * HOUR, device.zone)
      const changes = { when: { appointmentDate: date, appointmentTime: time } }
      const editedAt = toInstant(device.source.now())
      await write(device, [{ name: 'appointment.edit', args: { id, changes, editedAt } }])
    }
    await moveTo(3)
    device.source.advance(1.5 * HOUR)
    expect(await ringing(device, id)).toEqual([120])
    await moveTo(1)
    expect(await ringing(device, id)).toEqual([])
  })
})
