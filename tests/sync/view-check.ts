import { isOfList } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { type AnyRecord, LIST_NAMES } from '#domain/protocol/lists.ts'
import type { Appointment } from '#domain/records/appointment.ts'
import type { Medication } from '#domain/records/medication.ts'
import type { DosewellDatabase } from '#src/data/database.ts'
import { applyCommand, storedList, writeTables } from '#src/data/record-view.ts'

/**
 * S3.1: the view is the base with the waiting commands applied to it, and a dose that only this device has is either
 * waiting or, after being transferred from a lost account, to be replayed. Returns what is wrong, or null. Instants are
 * left out: applying a command again sets them anew.
 */
export async function checkView(db: DosewellDatabase, now: number): Promise<string | null> {
  const [base, view, rows, events, back] = await db.transaction('r', [...writeTables(db), db.giveBack], () =>
    Promise.all([
      Promise.all(LIST_NAMES.map((list) => storedList(db, list).base.toArray())),
      Promise.all(LIST_NAMES.map((list) => storedList(db, list).view.toArray())),
      db.outbox.orderBy('position').toArray(),
      db.doseEvents.toArray(),
      db.giveBack.toArray(),
    ]),
  )
  const expected = new Map<string, AnyRecord>(base.flat().map((record) => [record.id, record]))
  const doses = new Set<string>()
  for (const row of rows) {
    if (row.state !== 'waiting') continue
    const command = readCommand(row.command)
    if (command?.name === 'dose.record') doses.add(command.args.id)
    else if (command && isOfList(command)) {
      const after = applyCommand(expected.get(command.args.id), command, now)
      if (after) expected.set(command.args.id, after)
      else expected.delete(command.args.id)
    }
  }
  const differs = difference(expected.values(), view.flat())
  if (differs) return `S3.1 the view is not base plus waiting commands: ${differs}`
  const returning = new Set(back.map(({ key }) => key))
  const phantom = events.find(({ id, seq }) => seq === null && !doses.has(id) && !returning.has(id))
  if (phantom) return `S3.3 the dose ${phantom.id} is shown although nothing will deliver it`
  const known = new Set<string>(events.map(({ id }) => id))
  const hidden = [...doses].find((id) => !known.has(id))
  return hidden ? `S3.1 the dose ${hidden} waits and is not shown` : null
}

/** Renders everything but the instants as one text, whatever the order of the fields. */
const shown = ({ updatedAt: _u, createdAt: _c, ...record }: AnyRecord): string =>
  'doctorName' in record ? shownAppointment(record) : shownMedication(record)

const shownAppointment = ({ changedAt: _c, ...appointment }: Omit<Appointment, 'createdAt' | 'updatedAt'>): string =>
  JSON.stringify(inOrder(appointment))

function shownMedication({
  versions: _v,
  stoppedAt,
  schedule,
  ...rest
}: Omit<Medication, 'createdAt' | 'updatedAt'>): string {
  return JSON.stringify([stoppedAt !== null, inOrder(schedule), inOrder(rest)])
}

const inOrder = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))

function difference(expected: Iterable<AnyRecord>, view: AnyRecord[]): string | null {
  const wanted = [...expected].map(shown).sort()
  const found = view.map(shown).sort()
  return wanted.join('\n') === found.join('\n') ? null : `${wanted.join()} but ${found.join()}`
}
