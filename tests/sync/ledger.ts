import { isDeepStrictEqual } from 'node:util'
import { addAppointment, changeAppointment, completeAppointment } from '#domain/commands/appointment-effects.ts'
import { addMedication, editMedication, stopMedication } from '#domain/commands/medication-effects.ts'
import type { AppointmentId, MedicationId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { addAppointmentBody, editAppointmentBody } from '#domain/protocol/appointments.ts'
import type { AddMedicationBody, EditMedicationBody } from '#domain/protocol/medications.ts'
import { addMedicationBody, editMedicationBody } from '#domain/protocol/medications.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import { type DoseEvent, doseEventSchema } from '#domain/records/dose-event.ts'
import type { LoggedBy } from '#domain/records/logged-by.ts'
import type { Medication } from '#domain/records/medication.ts'
import { supplyEventSchema } from '#domain/records/new-supply-event.ts'
import type { SupplyEvent } from '#domain/records/supply-event.ts'
import { type Plan, planOf } from '#domain/schedule/plan.ts'
import type { Heard } from './heard.ts'
import { createHistory, type Held, type History } from './history.ts'

const decides = ({ status, body }: Heard['answer']): boolean =>
  (status >= 200 && status < 300) || (FINAL.has(status) && !ABOUT_THE_ASKER.has(codeOf(body)))

/**
 * What one account's data must be: the writes that the server has accepted, each applied once, when it was first
 * accepted. Knows nothing of the server's tables; compared with them at the end, it finds an effect that is missing,
 * doubled or made up.
 */
export interface Ledger {
  /** Records an answer. Throws when it contradicts an earlier one. */
  hear(heard: Heard): void
  /** Records a refusal that a written trace made up on the way, so that the device may believe it. */
  madeUp(key: string, status: number): void
  /** Keys that took effect, with the sequence of their commit. */
  accepted: ReadonlyMap<string, number>
  /** Keys that were refused for good, with the status. */
  refused: ReadonlyMap<string, number>
  medications: ReadonlyMap<MedicationId, Medication>
  appointments: ReadonlyMap<AppointmentId, Appointment>
  doses: ReadonlyMap<string, Entry<DoseEvent>>
  supplies: ReadonlyMap<string, Entry<SupplyEvent>>
  /** Returns how many answers repeated an earlier one. */
  repeats(): number
  /** Returns the sequence of the last commit. */
  highest(): number
  /** Keys whose writes ever took effect or were ever refused, lost or not. */
  everAccepted: ReadonlySet<string>
  everRefused: ReadonlySet<string>
  /** Returns the keys decided by now: what a snapshot of the server knows. */
  decided(): ReadonlySet<string>
  /**
   * Records that the server was restored to what it knew then. From now on the account's data is no longer known
   * exactly, only through the history of its writes.
   */
  takenBack(restore: Restore): void
  /** Records that the account was lost with everything; what these devices held is transferred to another one. */
  lostWithAccount(held: readonly Held[], seq: number): void
  wasTakenBack(): boolean
  history: History
}

/** An entry of a log, and who made it, if that was for somebody else. */
interface Entry<E> {
  event: E
  seq: number
  by: LoggedBy | undefined
}

export interface Restore {
  /** The keys decided in the snapshot. */
  kept: ReadonlySet<string>
  /** The account's sequence when the new epoch begins. */
  seq: number
  held: readonly Held[]
  /** Whether the journal of erasures was available to be applied. */
  hasJournal: boolean
}

/** Statuses that decide a write for good (S6.7). */
const FINAL = new Set([400, 404, 409, 410, 422])
/** Answers with such a status that are about the sender, not about the write. */
const ABOUT_THE_ASKER = new Set(['wrong_user', 'account_gone', 'new_epoch', 'person_gone', 'person_unknown'])

const codeOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''

export function createLedger(): Ledger {
  const answers = new Map<string, Heard>()
  const accepted = new Map<string, number>()
  const refused = new Map<string, number>()
  const medications = new Map<MedicationId, Medication>()
  const appointments = new Map<AppointmentId, Appointment>()
  const doses = new Map<string, Entry<DoseEvent>>()
  const supplies = new Map<string, Entry<SupplyEvent>>()
  const everAccepted = new Set<string>()
  const everRefused = new Set<string>()
  const history = createHistory()
  let repeats = 0
  let highest = 0
  let restores = 0

  const apply = (heard: Heard): boolean => {
    const { method, path, body, answer, now, by } = heard
    if (path === '/api/doses') return record(doses, { event: doseEventSchema.parse(body), seq: answer.seq, by })
    if (path === '/api/supply-events')
      return record(supplies, { event: supplyEventSchema.parse(body), seq: answer.seq, by })
    if (path.startsWith('/api/appointments')) return applyToAppointments(heard)
    if (method === 'POST') return add(addMedicationBody.parse(body), now)
    const id = path.slice(path.lastIndexOf('/') + 1) as MedicationId
    return method === 'DELETE' ? remove(id) : edit(id, editMedicationBody.parse(body), now)
  }
  const record = <E extends { id: string }>(log: Map<string, Entry<E>>, entry: Entry<E>): boolean => {
    if (log.has(entry.event.id)) return false
    log.set(entry.event.id, entry)
    return true
  }
  const add = ({ allowDuplicate: _, ...body }: AddMedicationBody, now: number): boolean => {
    const input = { ...body } as Parameters<typeof addMedication>[0]
    if (medications.has(input.id)) return false
    const added = addMedication(input, now)
    if (!added.ok) throw new Error(`The server took an impossible medication: ${added.error.error}`)
    medications.set(input.id, added.value)
    return true
  }
  const edit = (id: MedicationId, body: EditMedicationBody, now: number): boolean => {
    const before = medications.get(id)
    if (!before) throw new Error(`The server edited ${id}, which is not there`)
    const { editedAt = before.updatedAt, stoppedAt, schedule, reminderTimes, startDate, endDate, ...rest } = body
    const { amounts, pauses, ...texts } = rest
    const given = Object.entries({ schedule, reminderTimes, startDate, endDate, amounts, pauses }).filter(
      ([, part]) => part !== undefined,
    )
    const plan =
      given.length > 0 ? { plan: planOf({ ...planOf(before), ...Object.fromEntries(given) } as unknown as Plan) } : {}
    const edited = editMedication(before, { ...texts, ...plan }, editedAt, now)
    if (!edited.ok) throw new Error(`The server took an impossible edit: ${edited.error.error}`)
    const after = stoppedAt === undefined ? edited.value : stopMedication(edited.value, stoppedAt, now)
    if (sameButForUpdatedAt(before, after)) return false
    medications.set(id, after)
    return true
  }
  const remove = (id: MedicationId): boolean => {
    if (!medications.delete(id)) throw new Error(`The server deleted ${id}, which is not there`)
    for (const log of [doses, supplies])
      for (const [key, { event }] of log) if (event.medicationId === id) log.delete(key)
    return true
  }

  const applyToAppointments = ({ method, path, body, now }: Heard): boolean => {
    if (method === 'POST') {
      const { allowDuplicate: _, ...rest } = addAppointmentBody.parse(body)
      const input = rest as Parameters<typeof addAppointment>[0]
      if (appointments.has(input.id)) return false
      appointments.set(input.id, addAppointment(input, now))
      return true
    }
    const id = path.slice(path.lastIndexOf('/') + 1) as AppointmentId
    const before = appointments.get(id)
    if (!before) throw new Error(`The server changed the appointment ${id}, which is not there`)
    if (method === 'DELETE') return appointments.delete(id)
    const { appointmentDate, appointmentTime, isCompleted, editedAt, ...rest } = editAppointmentBody.parse(body)
    if (before.isCompleted && isCompleted === undefined) throw new Error(`The server edited ${id}, which is completed`)
    const when = appointmentDate && appointmentTime && { appointmentDate, appointmentTime }
    const edited = changeAppointment(before, { ...rest, ...(when && { when }) }, editedAt ?? toInstant(now), now)
    const after = isCompleted ? completeAppointment(edited, now) : edited
    if (
      isDeepStrictEqual({ ...before, updatedAt: null, changedAt: null }, { ...after, updatedAt: null, changedAt: null })
    )
      return false
    appointments.set(id, after)
    return true
  }

  const takenBack = ({ kept, seq, held, hasJournal }: Restore): void => {
    restores += 1
    highest = seq
    for (const known of [answers, accepted, refused])
      for (const key of known.keys()) if (!kept.has(key)) known.delete(key)
    history.takenBack(kept, held, hasJournal)
  }
  const hear = (heard: Heard): void => {
    const { status, seq } = heard.answer
    if (!decides(heard.answer)) return
    // A dose that was shown as refused and then recorded for another medication is another write under the old key
    // (S2.3).
    if (restores > 0 && codeOf(heard.answer.body) === 'key_reused') {
      everRefused.add(heard.key)
      return
    }
    const before = answers.get(heard.key)
    if (before) {
      repeats += 1
      if (!isDeepStrictEqual(before.answer, heard.answer)) {
        throw new Error(`S2.2 ${heard.key} was answered twice, and differently: ${JSON.stringify([before, heard])}`)
      }
      return
    }
    answers.set(heard.key, heard)
    if (status >= 300) {
      refused.set(heard.key, status)
      everRefused.add(heard.key)
      return
    }
    accepted.set(heard.key, seq)
    everAccepted.add(heard.key)
    if (heard.originalSeq === undefined) history.accepted(heard)
    if (restores > 0) {
      highest = Math.max(highest, seq)
      return
    }
    if (!apply(heard)) return
    if (seq <= highest) throw new Error(`S4.1 commit ${seq} came after commit ${highest}`)
    highest = seq
  }
  return {
    hear,
    madeUp: (key, status) => {
      refused.set(key, status)
      everRefused.add(key)
    },
    everAccepted,
    everRefused,
    decided: () => new Set(answers.keys()),
    takenBack,
    lostWithAccount: (held, seq) => {
      takenBack({ kept: new Set(), seq, held, hasJournal: false })
      history.lostWithAccount()
    },
    wasTakenBack: () => restores > 0,
    history,
    accepted,
    refused,
    medications,
    appointments,
    doses,
    supplies,
    repeats: () => repeats,
    highest: () => highest,
  }
}

const sameButForUpdatedAt = (a: Medication, b: Medication): boolean =>
  isDeepStrictEqual({ ...a, versions: null, updatedAt: null }, { ...b, versions: null, updatedAt: null })
