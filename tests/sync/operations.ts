import { isDeepStrictEqual } from 'node:util'
import { type Command, isAddition, isOfList, listOf } from '#domain/commands/command.ts'
import { type LoggableSlot, skipSlot, snoozeSlot, takeExtra, takeSlot, undoEvent } from '#domain/commands/dose-verbs.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import type { Amount } from '#domain/lib/amount.ts'
import { type AppointmentId, type MedicationId, newId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DAY, HOUR, type LocalDate } from '#domain/lib/local-time.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Gtin } from '#domain/records/barcode.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { Plan } from '#domain/schedule/plan.ts'
import { planSlots } from '#domain/schedule/slots.ts'
import { RED_PHOTO, samplePlan, times } from '#domain/testing/samples.ts'
import { discardEntry, retryEntry } from '#src/data/attention.ts'
import { recordOf } from '#src/data/outbox-entry.ts'
import { amendEntry, discardAndMove, replaceRecord } from '#src/data/rejected-writes.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'
import type { Act, Done } from './act.ts'
import type { Device } from './device.ts'
import { chooseMove, isOfMoves, type MoveOperation, moveActs } from './move-operations.ts'
import type { Chance } from './prng.ts'
import { isOfSupply, type SupplyOperation, supplyActs } from './supply-operations.ts'

/** Everything a user does with their data on one device. */
export const OPERATIONS = [
  'add',
  'add a duplicate anyway',
  'edit texts',
  'edit plan',
  'stop',
  'resume',
  'delete',
  'take slot',
  'skip slot',
  'snooze slot',
  'extra dose',
  'undo',
  'several at once',
  'several, one impossible',
  'discard refused',
  'retry refused',
  'keep mine',
  'mend refused',
  'replace deleted',
  'discard and move',
  'entry of a newer version',
  'retry in a stale tab',
] as const
/** The same with appointments; drawn only where the seed asks for them (script.ts). */
export const APPOINTMENT_OPERATIONS = [
  'add appointment',
  'edit appointment',
  'complete appointment',
  'delete appointment',
] as const
export type Operation =
  | (typeof OPERATIONS)[number]
  | (typeof APPOINTMENT_OPERATIONS)[number]
  | SupplyOperation
  | MoveOperation

const NAMES = ['Metformin', 'Apixaban']
const DOSAGES = ['500 mg', '5 mg']

const plan = (chance: Chance): Plan =>
  chance.pick<() => Plan>([
    () => samplePlan(),
    () => samplePlan({ reminderTimes: times(chance.pick(['07:00', '12:30', '21:15'])) }),
    () => samplePlan({ schedule: { kind: 'weekdays', days: [chance.between(1, 7), chance.between(1, 7)] } }),
    () => samplePlan({ schedule: { kind: 'as-needed' }, reminderTimes: [] }),
  ])()

const addition = (
  device: Device,
  chance: Chance,
  allowDuplicate: boolean,
): Extract<Command, { name: 'medication.add' }> => ({
  name: 'medication.add',
  args: {
    id: newId<MedicationId>(device.clock),
    name: chance.pick(NAMES),
    dosage: chance.pick(DOSAGES),
    frequency: '',
    instructions: chance.pick(['', 'With food']),
    important: false,
    ...plan(chance),
    createdAt: toInstant(device.clock.now()),
    allowDuplicate,
  },
})

/**
 * Mark, barcode and extras follow the frequency: separate draws would change the course of every seed that once failed.
 */
const marking = (often: number) => ({
  frequency: `${often} a day`,
  important: often > 4,
  barcodes: often % 2 === 0 ? ['09300675003261' as Gtin] : [],
  limits: often % 3 === 0 ? null : { minHours: often, maxIn24h: null },
  notices: often % 5 === 0 ? null : { headsUp: 5 + often, followUps: [] },
  strength: often % 4 === 0 ? null : { amount: String(often) as Amount, unit: 'mg', per: 'tablet' },
  look: often % 2 === 0 ? null : { shape: 'round' as const, colours: ['white' as const] },
  photo: often % 3 === 1 ? null : RED_PHOTO,
})

/** Few doctors and moments, so that two devices often mean the same appointment. */
const appointmentAddition = (
  device: Device,
  chance: Chance,
  allowDuplicate: boolean,
): Extract<Command, { name: 'appointment.add' }> => ({
  name: 'appointment.add',
  args: {
    id: newId<AppointmentId>(device.clock),
    doctorName: chance.pick(['Dr. Lee', 'Dr. Ortiz']),
    specialty: '',
    ...appointmentMoment(chance),
    location: chance.pick(['', 'City Clinic']),
    notes: '',
    phoneNumber: '',
    remindBefore: chance.pick([[], [120], [120, 1440]]),
    createdAt: toInstant(device.clock.now()),
    allowDuplicate,
  },
})

const appointmentMoment = (chance: Chance) => ({
  appointmentDate: chance.pick(['2026-05-04', '2027-01-12'] as LocalDate[]),
  appointmentTime: chance.pick(times('09:30', '14:00')),
})

const withAppointment =
  (make: (appointment: Appointment, chance: Chance, device: Device) => Command): Act =>
  async (device, chance) => {
    const appointments = await device.context().db.appointments.orderBy('id').toArray()
    return appointments.length === 0 ? 'nothing' : save(device, [make(chance.pick(appointments), chance, device)])
  }

const medicationsOf = (device: Device): Promise<Medication[]> => device.context().db.medications.orderBy('id').toArray()

async function anyMedication(device: Device, chance: Chance, fits: (medication: Medication) => boolean = () => true) {
  const found = (await medicationsOf(device)).filter(fits)
  return found.length === 0 ? null : chance.pick(found)
}

async function anySlot(device: Device, chance: Chance): Promise<LoggableSlot | null> {
  const medication = await anyMedication(device, chance, ({ reminderTimes }) => reminderTimes.length > 0)
  if (!medication) return null
  const now = device.clock.now()
  const slots = planSlots(medication, { from: now - DAY, to: now + 12 * HOUR }, device.account.zone)
  if (slots.length === 0) return null
  return { slot: chance.pick(slots), name: medication.name, dosage: medication.dosage }
}

/** Saves the commands; what the device itself refuses must leave no trace (S1.3), nor must what fails (S1.1). */
async function save(device: Device, commands: Command[]): Promise<Done> {
  const { db } = device.context()
  const before = await db.outbox.count()
  const saved = await device.write(device.context(), commands).catch((error: unknown) => {
    if (!device.storageFailed(error)) throw error
    return null
  })
  if (saved?.ok) device.diary.saved(saved.value)
  const added = (await db.outbox.count()) - before
  if (added !== (saved?.ok ? commands.length : 0))
    throw new Error(`S1.1 ${added} entries of ${commands.length} were written`)
  for (const row of saved?.ok ? await db.outbox.where('key').anyOf(saved.value).toArray() : []) {
    if (!readCommand(row.command))
      throw new Error('S1.1 what was saved cannot be read back, so it is neither shown nor sent')
  }
  if (saved?.ok) device.written()
  return saved?.ok ? 'saved' : 'refused here'
}

const withSlot =
  (make: (device: Device, slot: LoggableSlot, chance: Chance) => Command): Act =>
  async (device, chance) => {
    const slot = await anySlot(device, chance)
    return slot ? save(device, [make(device, slot, chance)]) : 'nothing'
  }

const withMedication =
  (
    make: (device: Device, medication: Medication, chance: Chance) => Command,
    fits?: (medication: Medication) => boolean,
  ): Act =>
  async (device, chance) => {
    const medication = await anyMedication(device, chance, fits)
    return medication ? save(device, [make(device, medication, chance)]) : 'nothing'
  }

/** Runs an action under "Needs attention": what leaves the outbox is given up, what is new in it is saved. */
const withEntry =
  (state: StoredEntry['state'], act: (device: Device, row: StoredEntry, chance: Chance) => Promise<unknown>): Act =>
  async (device, chance) => {
    const { db } = device.context()
    const before = await db.outbox.toArray()
    const rows = before.filter((row) => row.state === state)
    if (rows.length === 0) return 'nothing'
    const result = await act(device, chance.pick(rows), chance).catch((error: unknown) => {
      if (!device.storageFailed(error)) throw error
      return 'nothing'
    })
    if (result === 'nothing') return 'nothing'
    const after = new Set((await db.outbox.toArray()).map((row) => row.key))
    const known = new Set(before.map((row) => row.key))
    for (const { key, command } of before) {
      const read = readCommand(command)
      if (!after.has(key) && read) device.diary.gaveUpRecord(recordOf(read).recordId)
    }
    device.diary.givenUp([...known].filter((key) => !after.has(key)))
    device.diary.saved([...after].filter((key) => !known.has(key)))
    device.request()
    return 'settled'
  }

const ACTS: Record<Operation, Act> = {
  ...supplyActs({ save, addition: (device, chance) => addition(device, chance, true) }),
  ...moveActs({ save, addition: (device, chance) => addition(device, chance, true) }),
  add: (device, chance) => save(device, [addition(device, chance, false)]),
  'add a duplicate anyway': (device, chance) => save(device, [addition(device, chance, true)]),
  'edit texts': withMedication((device, { id }, chance) => ({
    name: 'medication.edit',
    args: {
      id,
      changes: chance.pick([
        { instructions: `Note ${chance.between(1, 9)}` },
        marking(chance.between(1, 9)),
        { name: chance.pick(NAMES) },
      ]),
      editedAt: toInstant(device.clock.now()),
    },
  })),
  'edit plan': withMedication((device, { id }, chance) => ({
    name: 'medication.edit',
    args: { id, changes: { plan: plan(chance) }, editedAt: toInstant(device.clock.now()) },
  })),
  stop: withMedication(
    (device, { id }) => ({ name: 'medication.stop', args: { id, stoppedAt: toInstant(device.clock.now()) } }),
    ({ stoppedAt }) => stoppedAt === null,
  ),
  resume: withMedication(
    (_device, { id }) => ({ name: 'medication.stop', args: { id, stoppedAt: null } }),
    ({ stoppedAt }) => stoppedAt !== null,
  ),
  delete: withMedication((_device, { id }) => ({ name: 'medication.delete', args: { id } })),
  'take slot': withSlot((device, slot) => takeSlot(device.author(), slot)),
  'skip slot': withSlot((device, slot) => skipSlot(device.author(), slot)),
  'snooze slot': withSlot((device, slot, chance) => snoozeSlot(device.author(), slot, chance.pick([5, 10, 30]))),
  'extra dose': withMedication((device, medication, chance) =>
    takeExtra(device.author(), medication, { amount: chance.pick([null, '0.5', '1/3'] as (Amount | null)[]) }),
  ),
  async undo(device, chance) {
    const events = (await device.context().db.doseEvents.orderBy('id').toArray()).filter(
      ({ kind }) => kind !== 'undone',
    )
    return events.length === 0 ? 'nothing' : save(device, [undoEvent(device.author(), chance.pick(events))])
  },
  async 'several at once'(device, chance) {
    const medication = addition(device, chance, true)
    const dose = takeExtra(device.author(), medication.args)
    const undo = undoEvent(device.author(), dose.args)
    return save(device, chance.chance(0.5) ? [medication, dose] : [medication, dose, undo])
  },
  async 'several, one impossible'(device, chance) {
    const medication = addition(device, chance, true)
    const stranger = addition(device, chance, true)
    return save(device, [medication, takeExtra(device.author(), stranger.args)])
  },
  'discard refused': withEntry('attention', (device, row) => discardEntry(device.context(), row.position)),
  'retry refused': withEntry('attention', (device, row) => retryEntry(device.context(), row.position)),
  'keep mine': withEntry('attention', (device, row) =>
    retryEntry(device.context(), row.position, { allowDuplicate: true }),
  ),
  'mend refused': withEntry('attention', async (device, row, chance) => {
    const command = readCommand(row.command)
    if (!command || !isOfList(command)) return 'nothing'
    if (command.name === 'medication.add') {
      const args = { ...command.args, name: `${command.args.name} ${chance.between(1, 99)}` }
      return amendEntry(device.context(), row.position, { ...command, args })
    }
    if (command.name === 'appointment.add') {
      const args = { ...command.args, doctorName: `${command.args.doctorName} ${chance.between(1, 99)}` }
      return amendEntry(device.context(), row.position, { ...command, args })
    }
    return amendEntry(device.context(), row.position, command)
  }),
  'replace deleted': withEntry('attention', async (device, row, chance) => {
    const command = readCommand(row.command)
    if (command?.name !== 'dose.record' && !(command && isAddition(command))) return 'nothing'
    const isAppointment = command.name !== 'dose.record' && listOf(command) === 'appointments'
    const made = (isAppointment ? appointmentAddition : addition)(device, chance, true)
    return replaceRecord(device.context(), row.position, made)
  }),
  'discard and move': withEntry('attention', async (device, row, chance) => {
    const to = await anyMedication(device, chance)
    if (readCommand(row.command)?.name !== 'medication.add' || !to) return 'nothing'
    return discardAndMove(device.context(), row.position, to.id)
  }),
  async 'entry of a newer version'(device) {
    const { db, source } = device.context()
    const key = newId(source)
    const adding = db.outbox.add({
      key,
      command: { name: 'medication.refill', args: { tablets: 30 } },
      recordId: newId(source),
      kind: 'medication',
      madeAt: toInstant(source.now()),
      state: 'waiting',
      refusal: null,
    })
    const added = await adding.then(
      () => true,
      (error: unknown) => {
        if (!device.storageFailed(error)) throw error
        return false
      },
    )
    if (!added) return 'nothing'
    device.diary.saved([key])
    device.request()
    return 'saved'
  },
  'add appointment': (device, chance) => save(device, [appointmentAddition(device, chance, chance.chance(0.2))]),
  'edit appointment': withAppointment(({ id }, chance, device) => ({
    name: 'appointment.edit',
    args: {
      id,
      changes: chance.pick([
        { notes: `Note ${chance.between(1, 9)}` },
        { location: 'City Hospital', remindBefore: [1440 as const] },
        { when: appointmentMoment(chance) },
      ]),
      editedAt: toInstant(device.clock.now()),
    },
  })),
  'complete appointment': withAppointment(({ id }) => ({ name: 'appointment.complete', args: { id } })),
  'delete appointment': withAppointment(({ id }) => ({ name: 'appointment.delete', args: { id } })),
  /** The tab still shows an entry as refused that another tab has sent again: what is under way must stay as it is. */
  async 'retry in a stale tab'(device, chance) {
    const { db } = device.context()
    const before = await db.outbox.toArray()
    const waiting = before.filter((row) => row.state === 'waiting')
    if (waiting.length === 0) return 'nothing'
    const { position } = chance.pick(waiting)
    await (chance.chance(0.5) ? retryEntry : discardEntry)(device.context(), position)
    if (!isDeepStrictEqual(before, await db.outbox.toArray())) {
      throw new Error('S2.2 an entry on its way was changed by a tab that took it for refused')
    }
    return 'settled'
  },
}

const RESOLVING: readonly Operation[] = [
  'discard refused',
  'retry refused',
  'keep mine',
  'mend refused',
  'replace deleted',
  'discard and move',
]

/** How often a user who is shown a refused write does something about it next. */
const RESOLVES = 0.5

/**
 * Decides what the user really does: one who is asked for attention often gives it, one without medications adds one.
 */
export async function chooseOperation(planned: Operation, device: Device, chance: Chance): Promise<Operation> {
  const { db } = device.context()
  const refused = await db.outbox.where('state').equals('attention').count()
  if (refused > 0 && chance.chance(RESOLVES)) return chance.pick(RESOLVING)
  if (planned.endsWith(' appointment')) {
    return (await db.appointments.count()) === 0 ? 'add appointment' : planned
  }
  if ((await db.medications.count()) > 0) return isOfMoves(planned) ? chooseMove(planned, db) : planned
  if (isOfMoves(planned)) return 'add noticed'
  return isOfSupply(planned) ? 'add counted' : 'add'
}

/** Performs it on that device, with draws from that chance. */
export const operate = (operation: Operation, device: Device, chance: Chance): Promise<Done> =>
  ACTS[operation](device, chance)
