import { takenOf } from '../doses/taken-amount.ts'
import { msOf } from '../lib/instant.ts'
import { localAt } from '../lib/zone.ts'
import type { LoggedDoseEvent } from '../records/dose-event.ts'
import { type CsvRow, csvLines } from './csv.ts'

/** Names of columns are data, the same in every language. */
const HEAD =
  // not translated: names of data
  'Medicine,Dosage,Planned date,Planned time,Entry,Date,Time,Amount,Unit,Note,Device,Instant (UTC),Logged (UTC),Planned amount,Planned unit'.split(
    ',',
  )

/** Returns the dose log as CSV, line by line, one per entry in log order. Date and time are local to `zone`. */
export const doseTable = (events: Iterable<LoggedDoseEvent>, zone: string): Iterable<string> =>
  csvLines(rowsOf(events, zone))

function* rowsOf(events: Iterable<LoggedDoseEvent>, zone: string): Generator<CsvRow, void> {
  yield HEAD
  for (const event of events) yield rowOf(event, zone)
}

function rowOf(event: LoggedDoseEvent, zone: string): CsvRow {
  const { snapshot } = event
  const taken = takenOf(event)
  const wall = localAt(msOf(event.at), zone)
  return [
    snapshot.name,
    snapshot.dosage,
    snapshot.date,
    snapshot.time,
    event.kind,
    wall.date,
    wall.time,
    taken?.amount ?? event.amount,
    taken ? taken.unit : event.unit,
    event.note,
    event.deviceName,
    event.at,
    event.loggedAt,
    snapshot.amount ?? null,
    snapshot.unit ?? null,
  ]
}
