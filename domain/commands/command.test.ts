import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Amount } from '../lib/amount.ts'
import type { DoseEventId } from '../lib/ids.ts'
import { addMedicationBody, editMedicationBody } from '../protocol/medications.ts'
import { profileBody } from '../protocol/user.ts'
import type { Gtin } from '../records/barcode.ts'
import { doseEventSchema } from '../records/dose-event.ts'
import type { DoseLimits } from '../records/dose-limits.ts'
import { instant, METFORMIN, sampleEvent, sampleId, samplePlan } from '../testing/samples.ts'
import { callOf } from './call.ts'
import type { Command } from './command.ts'
import { readCommand } from './read-command.ts'
import { createdBy, referencesOf } from './references.ts'

const plan = samplePlan()
const now = instant('2026-11-20 08:02')
const texts = { name: 'Metformin XR', dosage: '1000 mg', frequency: 'twice a day', instructions: 'With food' }

const add: Command = {
  name: 'medication.add',
  args: { id: METFORMIN, ...texts, important: false, ...plan, createdAt: now, allowDuplicate: false },
}
const edit: Command = {
  name: 'medication.edit',
  args: { id: METFORMIN, changes: { name: 'Metformin', plan }, editedAt: now },
}
const stop: Command = { name: 'medication.stop', args: { id: METFORMIN, stoppedAt: now } }
const remove: Command = { name: 'medication.delete', args: { id: METFORMIN } }
const take: Command = { name: 'dose.record', args: sampleEvent(1) }
const undo: Command = {
  name: 'dose.record',
  args: sampleEvent(2, { kind: 'undone', undoes: sampleId<DoseEventId>(1) }),
}
const rename: Command = {
  name: 'profile.edit',
  args: { firstName: 'Ada', timeZone: 'Asia/Kathmandu' },
}
const all: Command[] = [add, edit, stop, remove, take, undo, rename]
const path = `/api/medications/${METFORMIN}`

describe('the call a command becomes', () => {
  it('adding posts the specification’s body with the id made on the device', () => {
    const body = { id: METFORMIN, ...texts, ...plan, createdAt: now }
    expect(callOf(add)).toEqual({ method: 'POST', path: '/api/medications', body })
  })

  it('adding a duplicate on purpose says so', () => {
    const command: Command = { name: 'medication.add', args: { ...add.args, allowDuplicate: true } }
    expect(callOf(command).body).toMatchObject({ id: METFORMIN, allowDuplicate: true })
  })

  it('adding says that it is important only where it is', () => {
    const command: Command = { name: 'medication.add', args: { ...add.args, important: true } }
    expect(callOf(command).body).toMatchObject({ id: METFORMIN, important: true })
    expect(callOf(add).body).not.toHaveProperty('important')
  })

  it('adding says its limits only where there are any', () => {
    const withLimits = (limits: DoseLimits | null): Command => ({
      name: 'medication.add',
      args: { ...add.args, limits },
    })
    const limits = { minHours: 4, maxIn24h: '8' as Amount }
    expect(addMedicationBody.parse(callOf(withLimits(limits)).body).limits).toEqual(limits)
    expect(callOf(withLimits(null)).body).not.toHaveProperty('limits')
  })

  it('adding says its notices only where there are any', () => {
    const notices = { headsUp: 15, followUps: [30] }
    const noticed: Command = { name: 'medication.add', args: { ...add.args, notices } }
    expect(addMedicationBody.parse(callOf(noticed).body).notices).toEqual(notices)
    const none: Command = { name: 'medication.add', args: { ...add.args, notices: null } }
    expect(callOf(none).body).not.toHaveProperty('notices')
  })

  it('adding says its barcodes only where there are any', () => {
    const barcodes = ['09300675003261' as Gtin]
    const withCodes = (codes: Gtin[]): Command => ({
      name: 'medication.add',
      args: { ...add.args, barcodes: codes },
    })
    expect(callOf(withCodes(barcodes)).body).toMatchObject({ id: METFORMIN, barcodes })
    expect(addMedicationBody.parse(callOf(withCodes(barcodes)).body).barcodes).toEqual(barcodes)
    expect(callOf(withCodes([])).body).not.toHaveProperty('barcodes')
  })

  it('editing the mark patches it alone', () => {
    const command: Command = {
      name: 'medication.edit',
      args: { id: METFORMIN, changes: { important: false }, editedAt: now },
    }
    expect(callOf(command).body).toEqual({ important: false, editedAt: now })
    expect(editMedicationBody.parse(callOf(command).body)).toEqual({ important: false, editedAt: now })
  })

  it('editing patches the changed texts, the plan as one unit, and when', () => {
    expect(callOf(edit)).toEqual({
      method: 'PATCH',
      path,
      body: { name: 'Metformin', ...plan, amounts: null, pauses: [], editedAt: now },
    })
  })

  it('editing without the plan sends nothing of it', () => {
    const command: Command = {
      name: 'medication.edit',
      args: { id: METFORMIN, changes: { dosage: '' }, editedAt: now },
    }
    expect(callOf(command).body).toEqual({ dosage: '', editedAt: now })
  })

  it('stopping patches the moment, taking it back patches null', () => {
    expect(callOf(stop)).toEqual({ method: 'PATCH', path, body: { stoppedAt: now } })
    const back: Command = { name: 'medication.stop', args: { id: METFORMIN, stoppedAt: null } }
    expect(callOf(back)).toEqual({ method: 'PATCH', path, body: { stoppedAt: null } })
  })

  it('deleting sends no body at all', () => {
    expect(callOf(remove)).toStrictEqual({ method: 'DELETE', path })
  })

  it('recording a dose posts the event', () => {
    expect(callOf(take)).toEqual({ method: 'POST', path: '/api/doses', body: sampleEvent(1) })
  })

  it('editing the profile patches what was changed of it, and nothing else', () => {
    expect(callOf(rename)).toEqual({ method: 'PATCH', path: '/api/user/profile', body: rename.args })
  })

  it('has a body that the server’s schema of that call accepts after it went over the wire', () => {
    const wire = (command: Command): unknown => JSON.parse(JSON.stringify(callOf(command).body))
    expect(addMedicationBody.parse(wire(add))).toMatchObject({ id: METFORMIN, ...texts, ...plan })
    const whole = { ...plan, amounts: null, pauses: [] }
    expect(editMedicationBody.parse(wire(edit))).toEqual({ name: 'Metformin', ...whole, editedAt: now })
    expect(editMedicationBody.parse(wire(stop))).toEqual({ stoppedAt: now })
    expect(doseEventSchema.parse(wire(undo))).toEqual(undo.args)
    expect(profileBody.parse(wire(rename))).toEqual(rename.args)
  })
})

describe('reading a command back from storage', () => {
  it.each(all.map((command) => [command.name, command] as const))(
    '%s comes back as it was stored',
    (_name, command) => {
      expect(readCommand(structuredClone(command))).toEqual(command)
      expect(readCommand(JSON.parse(JSON.stringify(command)))).toEqual(command)
    },
  )

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'medication.add'],
    ['a list', []],
    ['no name', { args: {} }],
    ['a name that is no text', { name: 7, args: {} }],
    ['no arguments', { name: 'medication.delete' }],
    ['a command of a newer version', { name: 'medication.share', args: { id: METFORMIN } }],
    ['a name every object has', { name: 'toString', args: {} }],
    ['a name of the prototype', { name: '__proto__', args: {} }],
    ['a constructor', { name: 'constructor', args: {} }],
    ['arguments of another command', { name: 'medication.edit', args: add.args }],
    ['an argument that is missing', { name: 'medication.stop', args: { id: METFORMIN } }],
    ['an argument of a newer version', { name: 'medication.delete', args: { id: METFORMIN, reason: 'finished' } }],
    ['a zone that no clock knows', { name: 'profile.edit', args: { timeZone: 'Nowhere' } }],
    ['a profile of a newer version', { name: 'profile.edit', args: { pronouns: 'they' } }],
    ['a change of a newer version', { ...edit, args: { ...edit.args, changes: { colour: 'blue' } } }],
  ])('gives null for %s, so that it is kept and shown', (_what, value) => {
    expect(readCommand(value)).toBeNull()
  })

  it('gives null for garbage and never throws', () => {
    // A profile edit that names no field is a valid command, because no field is required.
    const known = all.map(({ name }) => name).filter((name) => name !== 'profile.edit')
    const names = fc.oneof(fc.string(), fc.constantFrom(...known))
    const garbage = fc.oneof(fc.anything(), fc.record({ name: names, args: fc.anything() }))
    fc.assert(
      fc.property(garbage, (value) => {
        expect(readCommand(value)).toBeNull()
      }),
    )
  })

  it('fills in what an older version did not store', () => {
    const { allowDuplicate: _, important: __, ...older } = add.args
    expect(readCommand({ name: 'medication.add', args: older })).toEqual(add)
  })
})

describe('what a command needs and makes', () => {
  it.each<[string, Command, string[], string | null]>([
    ['adding needs nothing and makes the medication', add, [], METFORMIN],
    ['editing needs the medication', edit, [METFORMIN], null],
    ['stopping needs the medication', stop, [METFORMIN], null],
    ['deleting needs the medication', remove, [METFORMIN], null],
    ['a dose needs its medication and makes the event', take, [METFORMIN], sampleId(1)],
    ['an edit of the profile needs and makes nothing', rename, [], null],
    ['an undo also needs the event it takes back', undo, [METFORMIN, sampleId(1)], sampleId(2)],
  ])('%s', (_rule, command, references, created) => {
    expect(referencesOf(command)).toEqual(references)
    expect(createdBy(command)).toBe(created)
  })
})
