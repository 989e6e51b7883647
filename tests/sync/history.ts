import { touchedAppointmentUnits } from '#domain/commands/appointment-origins.ts'
import { knownUnits, touchedUnits, type Unit } from '#domain/commands/medication-origins.ts'
import { addAppointmentBody, editAppointmentBody } from '#domain/protocol/appointments.ts'
import type { EditMedicationBody } from '#domain/protocol/medications.ts'
import { addMedicationBody, editMedicationBody } from '#domain/protocol/medications.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import { EXTRAS, type MedicationExtras } from '#domain/records/medication-extras.ts'
import { type Plan, planOf } from '#domain/schedule/plan.ts'
import type { Heard } from './heard.ts'

/** What a device held from the server when the server was restored. */
export interface Held {
  device: string
  logged: ReadonlySet<string>
  records: ReadonlySet<string>
  /** Records it saw disappear from a list. */
  deletions: ReadonlySet<string>
}

/** What is known at the end of a trace with a restore. */
export interface Survivors {
  /** Whether a remaining device was told that the write succeeded. */
  knows(key: string): boolean
  isPresent(device: string): boolean
  /** Whether the record is shown to a user under "Needs attention", or was given up there. */
  isExcused(id: string): boolean
}

export interface ServerState {
  medications: readonly Medication[]
  appointments: readonly Appointment[]
  /** The ids in the dose log and in that of supplies. */
  logged: ReadonlySet<string>
}

/**
 * Every write the server ever accepted, in commit order. After a restore it cannot be known exactly what the server
 * must have: a device that signed out took the only memory of its writes with it. Everything that a remaining device
 * was told or held must be there.
 */
export interface History {
  accepted(heard: Heard): void
  /** Records that the server was restored and knew only these keys at that time. */
  takenBack(kept: ReadonlySet<string>, held: readonly Held[], hasJournal: boolean): void
  /**
   * Records that the account was lost, and its commit order with it: devices transfer the records and doses they hold
   * to the next account, but which of two states of a record was the last, and what was deleted, can no longer be told.
   */
  lostWithAccount(): void
  problems(server: ServerState, survivors: Survivors): string[]
}

interface Write {
  key: string
  seq: number
  id: string
  /** No restore has lost it. */
  isSafe: boolean
  /** The account it belonged to is lost. */
  isOfLostAccount: boolean
  kind: 'add' | 'edit' | 'delete' | 'log'
  medicationId: string
  /** The units it wrote, as text. */
  units: Map<string, string>
}

export function createHistory(): History {
  const writes: Write[] = []
  let heldOnce: Held[] = []

  return {
    accepted: (heard) => void writes.push(writeOf(heard)),
    takenBack: (kept, held, hasJournal) => {
      heldOnce.push(...held)
      for (const write of writes) {
        const isJournalled = hasJournal && write.kind === 'delete'
        if (!kept.has(write.key) && !isJournalled) write.isSafe = false
      }
    },
    lostWithAccount: () => {
      for (const write of writes) write.isOfLostAccount = true
      heldOnce = heldOnce.map((held) => ({ ...held, deletions: new Set() }))
    },
    problems: (server, survivors) => {
      const inOrder = [...writes].sort((a, b) => a.seq - b.seq)
      const isSure = (write: Write) => write.isSafe || survivors.knows(write.key)
      const inForce = (write: Write) => isSure(write) && !write.isOfLostAccount
      const present = heldOnce.filter(({ device }) => survivors.isPresent(device))
      const deletions = inOrder.filter(({ kind }) => kind === 'delete')
      const deleted = new Set(deletions.filter(inForce).map(({ id }) => id))
      for (const { deletions: seen } of present) for (const id of seen) deleted.add(id)
      const maybeDeleted = new Set(deletions.map(({ id }) => id))
      const records = new Map<string, Medication | Appointment>(
        [...server.medications, ...server.appointments].map((record) => [record.id, record]),
      )
      const problems: string[] = []
      for (const id of deleted)
        if (records.has(id) && !survivors.isExcused(id)) problems.push(`S11.7 the deleted ${id} is back`)

      const mayMiss = (id: string) => maybeDeleted.has(id) || survivors.isExcused(id)
      for (const write of inOrder) {
        if (write.kind === 'delete' || mayMiss(write.medicationId) || mayMiss(write.id)) continue
        const isHeld = present.some(({ logged, records: listed }) => logged.has(write.id) || listed.has(write.id))
        if (!isSure(write) && !isHeld) continue
        const isThere = write.kind === 'log' ? server.logged.has(write.id) : records.has(write.id)
        if (!isThere) problems.push(`S11.5 the ${write.kind} ${write.key} of ${write.id} is lost`)
      }
      for (const record of records.values()) {
        if (survivors.isExcused(record.id)) continue
        problems.push(...unitProblems(record, inOrder, inForce))
      }
      return problems
    },
  }
}

/** S11.6: each unit is as the last certain write left it, or as a later one that may have been lost. */
function unitProblems(
  record: Medication | Appointment,
  inOrder: Write[],
  inForce: (write: Write) => boolean,
): string[] {
  const all = 'doctorName' in record ? appointmentUnitsOf(record) : unitsOf(record)
  return [...all].flatMap(([unit, found]) => {
    const touching = inOrder.filter(({ id, kind, units }) => id === record.id && kind !== 'log' && units.has(unit))
    const last = touching.findLastIndex(inForce)
    const possible = touching.slice(Math.max(0, last)).map(({ units }) => units.get(unit))
    if (possible.includes(found)) return []
    return [`S11.6 ${unit} of ${record.id} is ${found} instead of ${possible.join(' or ')}`]
  })
}

function writeOf({ key, method, path, body, answer }: Heard): Write {
  const shared = { key, seq: answer.seq, isSafe: true, isOfLostAccount: false }
  const units = new Map<string, string>()
  if (path === '/api/doses' || path === '/api/supply-events') {
    const { id, medicationId } = body as { id: string; medicationId: string }
    return { ...shared, id, kind: 'log', medicationId, units }
  }
  if (path.startsWith('/api/appointments')) return appointmentWriteOf({ method, path, body }, { ...shared, units })
  if (method === 'POST') {
    const added = addMedicationBody.parse(body)
    const id = added.id ?? ''
    return { ...shared, id, kind: 'add', medicationId: id, units: unitsOf({ ...added, stoppedAt: null }) }
  }
  const id = path.slice(path.lastIndexOf('/') + 1)
  if (method === 'DELETE') return { ...shared, id, kind: 'delete', medicationId: id, units }
  return { ...shared, id, kind: 'edit', medicationId: id, units: editedUnits(editMedicationBody.parse(body)) }
}

/** The simulated devices always send date and time together. */
function appointmentWriteOf(
  { method, path, body }: Pick<Heard, 'method' | 'path' | 'body'>,
  shared: Omit<Write, 'id' | 'kind' | 'medicationId'>,
): Write {
  if (method === 'POST') {
    const added = addAppointmentBody.parse(body)
    const id = added.id ?? ''
    const units = appointmentUnitsOf({ ...added, isCompleted: false })
    return { ...shared, id, kind: 'add', medicationId: id, units }
  }
  const id = path.slice(path.lastIndexOf('/') + 1)
  if (method === 'DELETE') return { ...shared, id, kind: 'delete', medicationId: id }
  const { isCompleted, appointmentDate, appointmentTime, ...rest } = editAppointmentBody.parse(body)
  const when = appointmentDate && appointmentTime && { appointmentDate, appointmentTime }
  const touched = new Set<string>(touchedAppointmentUnits({ ...rest, ...(when && { when }) }))
  if (isCompleted) touched.add('completed')
  const all = appointmentUnitsOf({ ...rest, ...when, isCompleted: isCompleted ?? false })
  return {
    ...shared,
    id,
    kind: 'edit',
    medicationId: id,
    units: new Map([...all].filter(([unit]) => touched.has(unit))),
  }
}

type AppointmentFields = { [Field in keyof Appointment]?: Appointment[Field] | undefined }

const appointmentUnitsOf = (appointment: AppointmentFields): Map<string, string> =>
  new Map(
    Object.entries({
      doctorName: appointment.doctorName,
      specialty: appointment.specialty,
      location: appointment.location,
      notes: appointment.notes,
      phoneNumber: appointment.phoneNumber,
      when: [appointment.appointmentDate, appointment.appointmentTime],
      remindBefore: appointment.remindBefore,
      completed: appointment.isCompleted,
    }).map(([unit, value]) => [unit, JSON.stringify(value)]),
  )

type Units = Plan &
  Pick<Medication, 'name' | 'dosage' | 'frequency' | 'instructions' | 'important' | 'barcodes' | 'stoppedAt'> &
  MedicationExtras

const NO_EXTRAS = Object.fromEntries(EXTRAS.map((extra) => [extra, null]))

const unitsOf = (record: Units): Map<Unit, string> =>
  new Map(
    knownUnits({ important: false, barcodes: [], ...NO_EXTRAS }).map((unit) => {
      if (unit === 'plan') return [unit, JSON.stringify(inOrder(planOf(record as Medication)))]
      // The instant itself is truncated to the server's clock, which has moved on when the stop is replayed.
      if (unit === 'important') return [unit, JSON.stringify(record.important ?? false)]
      if (unit === 'barcodes') return [unit, JSON.stringify(record.barcodes ?? [])]
      return [unit, JSON.stringify(unit === 'stop' ? record.stoppedAt !== null : (record[unit] ?? null))]
    }),
  )

/** The simulated devices always send a plan whole. */
function editedUnits({
  editedAt: _,
  stoppedAt,
  schedule,
  reminderTimes,
  startDate,
  endDate,
  ...texts
}: EditMedicationBody) {
  const plan = schedule && { schedule, reminderTimes, startDate, endDate }
  const touched = touchedUnits({ changes: { ...texts, ...(plan && { plan: plan as Plan }) }, stoppedAt })
  const all = unitsOf({ ...texts, ...plan, stoppedAt } as Units)
  return new Map([...all].filter(([unit]) => touched.includes(unit)))
}

const inOrder = (plan: object) => Object.entries(plan).sort(([a], [b]) => (a < b ? -1 : 1))
