import { eq } from 'drizzle-orm'
import { fhirBundle, type PersonRecord } from '#domain/export/fhir/bundle.ts'
import type { ExportedPerson } from '#domain/export/fhir/resources.ts'
import { t } from '#domain/language/translate.ts'
import { displayNameOf } from '#domain/records/user.ts'
import type { Database } from '../db/database.ts'
import { appointments, medications } from '../db/schema/records.ts'
import { users } from '../db/schema/users.ts'
import type { Context } from '../http/context.ts'
import { ownPeople } from '../people/people.ts'
import { medicalDocuments } from '../pictures/tables.ts'
import { ApiError } from '../platform/errors.ts'
import { type DoseRow, loggedEvent } from '../sync/dose-rows.ts'
import { doseEvents } from '../sync/tables.ts'
import { readEntered } from './read-entered.ts'

type FhirContext = Pick<Context, 'db' | 'clock' | 'config'>

/**
 * Returns an account's own record and those of the people whom it keeps as a FHIR Bundle, in pieces. Throws 410 if the
 * account was deleted.
 */
export async function readAccountFhir(context: FhirContext, accountId: string): Promise<Iterable<string>> {
  const [account] = await context.db.select().from(users).where(eq(users.id, accountId))
  if (!account) throw new ApiError(410, 'account_gone', t('This account was deleted.'))
  const self: ExportedPerson = { ...account, name: displayNameOf(account), zone: account.timeZone ?? 'UTC' }
  const others = await ownPeople(context.db, accountId)
  return readFhir(context, [self, ...others.map(({ id, name, timeZone: zone }) => ({ id, name, zone }))])
}

/** Returns the records of these people as a FHIR Bundle, in pieces. */
export async function readFhir(
  { db, clock, config }: FhirContext,
  people: readonly ExportedPerson[],
): Promise<Iterable<string>> {
  const now = clock.now()
  const records: PersonRecord[] = []
  for (const person of people) records.push(await recordOf(db, person, now))
  return fhirBundle(records, now, config.PUBLIC_URL)
}

async function recordOf(db: Database, person: ExportedPerson, now: number): Promise<PersonRecord> {
  const rows = await readEntered(db, person.id, now)
  const recordsOf = <Record>(table: { $inferSelect: { record: Record } }): Record[] =>
    ((rows.get(table as never) ?? []) as { record: Record }[]).map(({ record }) => record)
  return {
    person,
    medications: recordsOf(medications),
    events: ((rows.get(doseEvents) ?? []) as DoseRow[]).map(loggedEvent),
    appointments: recordsOf(appointments),
    documents: recordsOf(medicalDocuments),
  }
}
