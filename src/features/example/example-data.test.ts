import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCommand } from '#domain/commands/read-command.ts'
import { MINUTE } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { readRecord } from '#domain/protocol/lists.ts'
import { doseEventSchema } from '#domain/records/dose-event.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import { testSource } from '#src/testing/device.ts'
import { exampleData } from './example-data.ts'

const instants = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2030, 0, 1) })
const zones = fc.constantFrom('Australia/Sydney', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati', 'UTC')
const examples = fc
  .tuple(instants, zones)
  .map(([now, zone]) => ({ now, zone, data: exampleData(testSource(now), zone) }))

const check = (property: (example: { now: number; zone: string; data: ReturnType<typeof exampleData> }) => void) =>
  fc.assert(fc.property(examples, property), { numRuns: 15 })

describe('the example', () => {
  it('holds nothing that the app could not have stored itself', () => {
    check(({ data }) => {
      for (const { seq: _seq, receivedAt: _at, ...event } of data.doses) {
        expect(doseEventSchema.safeParse(event).error).toBeUndefined()
        expect(readCommand({ name: 'dose.record', args: event })).not.toBeNull()
      }
      for (const record of data.medications) expect(readRecord('medications', record)).not.toBeNull()
      for (const record of data.appointments) expect(readRecord('appointments', record)).not.toBeNull()
    })
  })

  it('has a dose that became due within the last quarter of an hour, at any time of day, and logged nothing later than now', () => {
    check(({ now, zone, data }) => {
      const logged = new Set(data.doses.map(({ slotId }) => slotId))
      const due = data.medications
        .flatMap((medication) => planSlots(medication, { from: now - 15 * MINUTE, to: now + 1 }, zone))
        .filter(({ id }) => !logged.has(id))
      expect(due.length).toBeGreaterThan(0)
      for (const { at, loggedAt } of data.doses) {
        expect(Date.parse(at)).toBeLessThanOrEqual(now)
        expect(Date.parse(loggedAt)).toBeLessThanOrEqual(now)
      }
    })
  })

  it('has appointments ahead, and a past in which a few doses were forgotten, skipped or late', () => {
    check(({ now, zone, data }) => {
      const { date } = localAt(now, zone)
      for (const { appointmentDate } of data.appointments) expect(appointmentDate > date).toBe(true)
      const planned = data.medications.flatMap((medication) =>
        planSlots(medication, { from: now - 50 * 24 * 60 * MINUTE, to: now - 24 * 60 * MINUTE }, zone),
      )
      const logged = new Map(data.doses.map((event) => [event.slotId, event]))
      const taken = planned.filter(({ id }) => logged.get(id)?.kind === 'taken')
      expect(taken.length / planned.length).toBeGreaterThan(0.85)
      expect(taken.length).toBeLessThan(planned.length)
    })
  })
})
