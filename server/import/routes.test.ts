import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { SlotId } from '#domain/lib/ids.ts'
import type { ImportAnswer } from '#domain/protocol/import.ts'
import { MOST_VERSIONS } from '#domain/records/medication.ts'
import { slotIdOf } from '#domain/schedule/slot-id.ts'
import { RED_PHOTO } from '#domain/testing/samples.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { memoryBlobs } from '../testing/blobs.ts'
import { type ExportFiles, emptyExport, exportOf, importInto, listIn, withList } from '../testing/exports.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { jpegOf, multipartOf, pngOf } from '../testing/pictures.ts'
import { subscriptionBody } from '../testing/push.ts'
import { testRecogniser } from '../testing/recogniser.ts'
import { doseEvents, reminderDue, reminderOccurrences, syncState } from '../testing/tables.ts'
import {
  addAppointment,
  addMedication,
  doseBody,
  type Json,
  list,
  listAppointments,
  readLog,
  send,
} from '../testing/writes.ts'

let server: TestApp
let ada: Person
let exported: ExportFiles
/** How often an account changed. */
let changes = 0
const blobs = memoryBlobs()
const PLANNED_AT = '2026-03-02T09:00:00.000Z'

/** Adds two medications (one edited, one stopped), a log with an undo, two appointments, a document and a scan. */
async function fill(person: Person): Promise<void> {
  const metformin = await addMedication(person, {
    name: 'Metformin',
    important: true,
    barcodes: ['09300675003261'],
    limits: { minHours: 4, maxIn24h: '8' },
    notices: { headsUp: 15, followUps: [30] },
    strength: { amount: '500', unit: 'mg', per: 'tablet' },
    look: { shape: 'capsule', colours: ['red', 'yellow'] },
    photo: RED_PHOTO,
  })
  const ramipril = await addMedication(person, { name: 'Ramipril' })
  server.clock.advance(60_000)
  await send(person, 'PATCH', `/api/medications/${metformin.id}`, { reminderTimes: ['07:00', '21:00'] })
  await send(person, 'PATCH', `/api/medications/${ramipril.id}`, {
    stoppedAt: new Date(server.clock.now()).toISOString(),
  })
  const dose = doseBody(metformin.id, { slot: '2026-03-02 20:00', note: 'After dinner' })
  const taken: Json = { ...dose, snapshot: { ...(dose.snapshot as object), plannedAt: PLANNED_AT } }
  const snapshot = { name: 'Ramipril', dosage: '', date: null, time: null, amount: '1.5', unit: 'drop' }
  const loose = doseBody(ramipril.id, { amount: 0.33, unit: 'drop', takenAmount: '1/3', snapshot })
  await send(person, 'POST', '/api/doses', taken)
  await send(person, 'POST', '/api/doses', loose)
  const moved = { slot: '2026-03-02 08:00', kind: 'snoozed', until: '2026-03-02T10:00:00.000Z', movedTo: '21:00' }
  const undone = { kind: 'undone', undoes: taken.id, slot: '2026-03-02 20:00' }
  await send(person, 'POST', '/api/doses', doseBody(metformin.id, undone))
  await send(person, 'POST', '/api/doses', doseBody(metformin.id, moved))
  await addAppointment(person, { doctorName: 'Dr. Wu' })
  const over = await addAppointment(person, { doctorName: 'Dr. Grey', appointmentDate: '2026-02-09' })
  await send(person, 'PATCH', `/api/appointments/${over.id}`, { isCompleted: true })
  const upload = multipartOf({ documentName: 'Referral to Dr Wu' }, { bytes: await jpegOf() })
  await person.inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })
  const scan = multipartOf({}, { bytes: await pngOf() })
  const scanned = await person.inject({ method: 'POST', url: '/api/prescriptions/upload', ...scan })
  expect(scanned.statusCode).toBe(201)
}

beforeAll(async () => {
  server = await testApp({
    blobs,
    recogniser: testRecogniser(),
    onChange: () => {
      changes += 1
    },
  })
  ada = await asAdult(server, 'ada@example.org')
  await fill(ada)
  exported = await exportOf(ada)
})
afterAll(() => server.close())

const newPerson = () => asAdult(server, `${randomUUID()}@example.org`)

/** Counts all clinical records of the user. */
const heldBy = async (person: Person) => ({
  medications: (await list(person)).length,
  doses: (await readLog(person)).length,
  appointments: (await listAppointments(person)).length,
  documents: (await person.inject('/api/medical-documents')).json<Json[]>().length,
  prescriptions: (await person.inject('/api/prescriptions')).json<Json[]>().length,
})
const EVERYTHING = { medications: 2, doses: 4, appointments: 2, documents: 1, prescriptions: 1 }
const NOTHING = { medications: 0, doses: 0, appointments: 0, documents: 0, prescriptions: 0 }

const addedOf = ({ medications, doses, appointments, documents, prescriptions }: ImportAnswer) => ({
  medications: medications.added,
  doses: doses.added,
  appointments: appointments.added,
  documents: documents.added,
  prescriptions: prescriptions.added,
})

/** Returns an export with every id replaced by its order of appearance, and without the fields that the server sets. */
function withoutIds(files: ExportFiles): string {
  const names = ['medications', 'doses', 'appointments', 'documents', 'prescriptions']
  const text = JSON.stringify(
    names.map((name) =>
      listIn(files, name)
        .map(({ seq: _seq, receivedAt: _receivedAt, slotId, ...record }) => ({
          ...record,
          ...(slotId === undefined ? {} : { isPlanned: slotId !== null }),
        }))
        .toSorted((a, b) => (name === 'doses' ? 0 : keyOf(a) < keyOf(b) ? -1 : 1)),
    ),
  )
  const seen: string[] = []
  return text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!seen.includes(id)) seen.push(id)
    return `#${seen.indexOf(id)}`
  })
}
const keyOf = ({ name, doctorName, documentName }: Json) => String(name ?? doctorName ?? documentName)

describe('an emergency card', () => {
  const card = {
    allergies: 'Penicillin',
    conditions: 'Asthma',
    bloodGroup: 'O-',
    contacts: [{ name: 'Ben', relation: 'son', phone: '0400 000 000' }],
    note: '',
  }
  const typed = (person: Person, emergency: Json) => send(person, 'PATCH', '/api/user/profile', { emergency })
  const cardOf = async (person: Person) => (await person.inject('/api/auth/user')).json().emergency
  const withCard = (emergency: unknown) =>
    withList(emptyExport(), 'profile', [{ id: ada.user.id, email: 'ada@example.org', emergency }])

  it('comes along, tells other devices so, and is not added twice', async () => {
    const first = await newPerson()
    await typed(first, card)
    const [file, second] = [await exportOf(first), await newPerson()]
    const before = await server.db.select().from(syncState).where(eq(syncState.userId, second.user.id))
    expect(before).toEqual([])
    const preview = await importInto(second, file, { preview: true })
    expect(preview.json().emergency).toEqual({ inFile: 1, added: 1, there: 0 })
    expect(await cardOf(second)).toBeUndefined()
    expect((await importInto(second, file)).json().emergency).toEqual({ inFile: 1, added: 1, there: 0 })
    expect(await cardOf(second)).toEqual(card)
    const [after] = await server.db.select().from(syncState).where(eq(syncState.userId, second.user.id))
    expect([after?.seq, after?.profileSeq]).toEqual([1, 1])
    expect((await importInto(second, file)).json().emergency).toEqual({ inFile: 1, added: 0, there: 1 })
  })

  it('does not replace one that is here, but one that was emptied', async () => {
    const person = await newPerson()
    await typed(person, { ...card, allergies: 'Latex' })
    expect((await importInto(person, withCard(card))).json().emergency).toEqual({ inFile: 1, added: 0, there: 1 })
    expect((await cardOf(person)).allergies).toBe('Latex')
    await typed(person, { allergies: '', conditions: '', bloodGroup: null, contacts: [], note: '' })
    await importInto(person, withCard(card))
    expect(await cardOf(person)).toEqual(card)
  })

  it('counts as none when nothing was typed', async () => {
    const nothing = { allergies: '', conditions: '', bloodGroup: null, contacts: [], note: '' }
    for (const empty of [nothing, null, undefined]) {
      expect((await importInto(ada, withCard(empty))).json().emergency).toEqual({ inFile: 0, added: 0, there: 0 })
    }
  })

  it.each([
    [{ ...card, bloodGroup: 'C' }, 'emergency.bloodGroup'],
    [{ ...card, allergies: 'x'.repeat(401) }, 'emergency.allergies'],
    [{ ...card, note: 'a\0b' }, 'emergency.note'],
    [{ ...card, contacts: [{ name: 'Ben', relation: '', phone: 'at home' }] }, 'emergency.contacts.0.phone'],
    [{ allergies: 'Nuts' }, 'emergency.conditions'],
    ['Nuts', null],
  ])('%# that breaks a rule refuses the file, naming the field', async (emergency, field) => {
    const preview = (await importInto(ada, withCard(emergency), { preview: true })).json<ImportAnswer>()
    expect(preview.problems).toMatchObject([{ file: 'profile.json', entry: 1, field }])
    const refused = await importInto(ada, withCard(emergency))
    expect([refused.statusCode, refused.json().error]).toEqual([400, expect.stringMatching(/^Nothing was imported\. /)])
  })
})

describe('POST /api/user/import', () => {
  it('brings everything of a deleted account into a new one: its export says the same but for the ids', async () => {
    const email = `${randomUUID()}@example.org`
    const first = await asAdult(server, email)
    await fill(first)
    const before = await exportOf(first)
    await send(first, 'DELETE', '/api/user/account', { email })
    const again = await asAdult(server, email)
    const answer = await importInto(again, before)
    expect([answer.statusCode, addedOf(answer.json())]).toEqual([200, EVERYTHING])
    const after = await exportOf(again)
    expect(withoutIds(after)).toBe(withoutIds(before))
    const pictures = Object.keys(after).filter((name) => name.endsWith('.jpg'))
    expect(pictures).toHaveLength(2)
    for (const path of ['/api/medical-documents', '/api/prescriptions']) {
      const [record] = (await again.inject(path)).json<{ imageUrl: string }[]>()
      expect((await again.inject(record?.imageUrl ?? '')).statusCode).toBe(200)
    }
  })

  it('gives new ids, the same in every place, and slots of the new medications', async () => {
    const bob = await newPerson()
    await importInto(bob, exported)
    const mine = new Set((await list(bob)).map(({ id }) => id))
    const hers = new Set((await list(ada)).map(({ id }) => id))
    expect(mine.isDisjointFrom(hers)).toBe(true)
    const log = await readLog(bob)
    expect(log.every(({ medicationId }) => mine.has(medicationId))).toBe(true)
    const [taken, , undone, moved] = log
    expect(moved).toMatchObject({ kind: 'snoozed', movedTo: '21:00' })
    expect(undone?.undoes).toBe(taken?.id)
    expect(taken?.snapshot.plannedAt).toBe(PLANNED_AT)
    expect(taken?.slotId).toBe(slotIdOf(taken?.medicationId as never, '2026-03-02' as never, '20:00' as never))
    expect(await heldBy(ada)).toEqual(EVERYTHING)
  })

  it('a second time, and from a later export, adds nothing that is there', async () => {
    const bob = await newPerson()
    await importInto(bob, exported)
    const state = async () =>
      (await server.db.select().from(syncState).where(eq(syncState.userId, bob.user.id)))[0]?.seq
    const before = await state()
    const size = blobs.size()
    const again = await importInto(bob, exported)
    expect([again.statusCode, addedOf(again.json())]).toEqual([200, NOTHING])
    expect(again.json().documents).toMatchObject({ inFile: 1, there: 1 })
    expect(await state()).toBe(before)
    expect(blobs.size()).toBe(size)
    const [metformin] = listIn(exported, 'medications')
    const later = doseBody(String(metformin?.id), { slot: '2026-03-03 21:00' })
    const grown = withList(exported, 'doses', [...listIn(exported, 'doses'), { ...later, seq: 99 }])
    expect(addedOf((await importInto(bob, grown)).json())).toEqual({ ...NOTHING, doses: 1 })
    expect(addedOf((await importInto(bob, await exportOf(bob))).json())).toEqual(NOTHING)
  })

  it('takes in what a scan added without times, while it waits for them and after', async () => {
    const eve = await newPerson()
    const scan = multipartOf({}, { bytes: await pngOf() })
    const { id } = (await eve.inject({ method: 'POST', url: '/api/prescriptions/upload', ...scan })).json()
    const medications = ['Amoxicillin', 'Naproxen'].map((name) => ({ name, dosage: '500 mg' }))
    await send(eve, 'POST', `/api/prescriptions/${id}/confirm-medications`, { medications })
    const [timed] = await list(eve)
    await send(eve, 'PATCH', `/api/medications/${timed?.id}`, { reminderTimes: ['08:00'] })
    const fay = await newPerson()
    const answer = await importInto(fay, await exportOf(eve))
    expect([answer.statusCode, answer.json().error]).toEqual([200, undefined])
    const times = (await list(fay)).map(({ name, reminderTimes }) => [name, reminderTimes])
    expect(Object.fromEntries(times)).toEqual({ Amoxicillin: [], Naproxen: [], [String(timed?.name)]: ['08:00'] })
  })

  it('S11.7 brings back what was deleted here as a new record, with its log and never under the old id', async () => {
    const carl = await newPerson()
    await fill(carl)
    const files = await exportOf(carl)
    const [deleted] = await list(carl)
    const logged = (await readLog(carl)).filter(({ medicationId }) => medicationId === deleted?.id).length
    for (let time = 1; time <= 2; time += 1) {
      const current = (await list(carl)).find(({ name }) => name === deleted?.name)
      await send(carl, 'DELETE', `/api/medications/${current?.id}`)
      const answer = await importInto(carl, files)
      expect(addedOf(answer.json())).toEqual({ ...NOTHING, medications: 1, doses: logged })
      const back = (await list(carl)).find(({ name }) => name === deleted?.name)
      expect([deleted?.id, current?.id]).not.toContain(back?.id)
      expect(await heldBy(carl)).toEqual(EVERYTHING)
    }
  })

  it('S2.2 the same key imports once and answers the same', async () => {
    const bob = await newPerson()
    const key = randomUUID()
    const first = await importInto(bob, exported, { key })
    const repeated = await importInto(bob, exported, { key })
    expect(repeated.json()).toEqual(first.json())
    expect(addedOf(repeated.json())).toEqual(EVERYTHING)
    expect(await heldBy(bob)).toEqual(EVERYTHING)
    const other = await importInto(bob, emptyExport(), { key })
    expect([other.statusCode, other.json().code]).toEqual([422, 'key_reused'])
  })

  it('is a commit like any other: lines of the log in their order, new versions of the lists, a reminder for each medication', async () => {
    const bob = await newPerson()
    await bob.inject({ method: 'PUT', url: '/api/push/subscription', payload: subscriptionBody() })
    const told = changes
    const answer = await importInto(bob, exported)
    expect(changes).toBe(told + 1)
    const seqs = (await readLog(bob)).map(({ seq }) => seq)
    const first = seqs[0] ?? 0
    expect(seqs).toEqual([first, first + 1, first + 2, first + 3])
    expect(Number(answer.headers['dosewell-seq'])).toBe(first + 4)
    const [state] = await server.db.select().from(syncState).where(eq(syncState.userId, bob.user.id))
    expect(state).toMatchObject({
      medicationsVersion: 1,
      appointmentsVersion: 1,
      documentsVersion: 1,
      prescriptionsVersion: 1,
    })
    const due = await server.db.select().from(reminderDue).where(eq(reminderDue.userId, bob.user.id))
    const metformin = (await list(bob)).find(({ name }) => name === 'Metformin')
    expect(due.map(({ medicationId }) => medicationId)).toContain(metformin?.id)
  })

  it('R2.1 an appointment that is announced gets its reminder, also when no medicine comes with it', async () => {
    const eve = await newPerson()
    await addAppointment(eve, { remindBefore: [120] })
    const bob = await newPerson()
    await bob.inject({ method: 'PUT', url: '/api/push/subscription', payload: subscriptionBody() })
    await importInto(bob, await exportOf(eve))
    const due = await server.db.select().from(reminderDue).where(eq(reminderDue.userId, bob.user.id))
    expect(due.map(({ medicationId }) => medicationId)).toEqual((await listAppointments(bob)).map(({ id }) => id))
  })

  it('R2.2 a dose that rings here is looked at again when the import says that it was taken', async () => {
    const bob = await newPerson()
    const { id } = await addMedication(bob)
    const taken = doseBody(id, { slot: '2026-03-02 20:00' })
    const [slotId, at] = [taken.slotId as SlotId, new Date('2026-03-02T09:00:00.000Z')]
    const ring = {
      userId: bob.user.id,
      slotId,
      medicationId: id,
      date: '2026-03-02',
      time: '20:00',
      slotAt: at,
    }
    const later = new Date(server.clock.now() + 600_000)
    await server.db.insert(reminderOccurrences).values({ ...ring, lookAt: later })
    const answer = await importInto(bob, withList(await exportOf(bob), 'doses', [taken]))
    expect(addedOf(answer.json())).toEqual({ ...NOTHING, doses: 1 })
    const [rung] = await server.db.select().from(reminderOccurrences).where(eq(reminderOccurrences.userId, bob.user.id))
    expect(rung?.lookAt).toEqual(new Date(server.clock.now()))
  })

  it('refuses a medicine that is active here already, with the sentence of the form, and imports nothing', async () => {
    const bob = await newPerson()
    await addMedication(bob, { name: 'metformin', dosage: '500mg' })
    const answer = await importInto(bob, exported)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error).toContain('You already have metformin in your medications')
    expect(await heldBy(bob)).toEqual({ ...NOTHING, medications: 1 })
  })

  it.each([
    ['two that follow each other', [1, 0, null], [1, 2]],
    ['three in a circle, and one that follows one of them', [1, 2, 0, 0], [1, 2, 3]],
    ['one that follows itself', [null, 1], [2]],
  ])('names %s, whose doses would come of each other, and imports nothing', async (_what, follows, entries) => {
    const bob = await newPerson()
    const ids = follows.map(() => randomUUID())
    const metformin = listIn(exported, 'medications').find(({ name }) => name === 'Metformin')
    const loose = listIn(exported, 'doses').find(({ slotId }) => slotId === null)
    const medications = follows.map((followed, index) => {
      const plan = { reminderTimes: [], amounts: undefined, startDate: null, endDate: null }
      const schedule = { kind: 'after-dose', medicationId: ids[followed ?? 0], minutes: 30 }
      const { versions = [], ...texts } = metformin ?? {}
      const own = followed === null ? {} : { ...plan, schedule }
      const record = { ...texts, ...own, id: ids[index], name: `Medicine ${index}` }
      const current = (versions as Json[]).at(-1)
      return { ...record, versions: [{ ...current, ...own }] }
    })
    const doses = [{ ...loose, medicationId: ids[0] }]
    const files = withList(withList(withList(exported, 'medications', medications), 'doses', doses), 'supply', [])
    const preview = (await importInto(bob, files, { preview: true })).json<ImportAnswer>()
    expect(preview.problems).toEqual(
      entries.map((entry) => ({
        file: 'medications.json',
        entry,
        field: 'schedule.medicationId',
        rule: expect.stringMatching(/circle|its own doses/),
      })),
    )
    const answer = await importInto(bob, files)
    expect([answer.statusCode, answer.json().field]).toEqual([400, 'file'])
    expect(answer.json().error).toContain(`Nothing was imported. medications.json, entry ${entries[0]}: `)
    expect(await heldBy(bob)).toEqual(NOTHING)
  })

  it('compares thousands of appointments with thousands that are here, and finds the one that comes twice', async () => {
    const bob = await newPerson()
    const eve = await newPerson()
    await addAppointment(eve)
    const [appointment] = listIn(await exportOf(eve), 'appointments')
    // Long names that have to be normalised before they can be compared.
    const appointments = (from: number) =>
      Array.from({ length: 2500 }, (_, index) => ({
        ...appointment,
        id: randomUUID(),
        doctorName: `${'e\u0301 '.repeat(60)}${from + index}`,
      }))
    const files = (list: Json[]) => withList(emptyExport(), 'appointments', list)
    expect((await importInto(bob, files(appointments(0)))).statusCode).toBe(200)
    const answer = await importInto(bob, files(appointments(2499)), { preview: true })
    expect(answer.json<ImportAnswer>().problems).toMatchObject([
      { file: 'appointments.json', entry: 1, field: 'doctorName' },
    ])
  })

  it('takes in two of a medicine that the exported account had on purpose', async () => {
    const bob = await newPerson()
    const eve = await newPerson()
    await addMedication(eve, { name: 'Aspirin' })
    await addMedication(eve, { name: 'Aspirin', allowDuplicate: true })
    expect((await importInto(bob, await exportOf(eve))).json().medications.added).toBe(2)
  })

  it('leaves out a document and a scan whose pictures were deleted while the export went out', async () => {
    const bob = await newPerson()
    const files = Object.fromEntries(Object.entries(exported).filter(([name]) => !name.endsWith('.jpg')))
    const answer = await importInto(bob, files)
    const leftOut = { inFile: 1, added: 0, there: 0, withoutPicture: 1 }
    expect(answer.json()).toMatchObject({ documents: leftOut, prescriptions: leftOut })
    expect(await heldBy(bob)).toEqual({ ...EVERYTHING, documents: 0, prescriptions: 0 })
  })

  it('a picture that cannot be read stops all of it, and leaves no file', async () => {
    const bob = await newPerson()
    const size = blobs.size()
    const [document] = listIn(exported, 'documents')
    const twin = { ...document, id: randomUUID(), file: `documents/2026-03-02-${randomUUID()}.jpg` }
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(200)])
    const files = { ...withList(exported, 'documents', [document, twin]), [twin.file]: broken }
    const answer = await importInto(bob, files)
    expect([answer.statusCode, answer.json().error]).toEqual([
      400,
      expect.stringContaining(`Nothing was imported. ${twin.file}: The picture is damaged`),
    ])
    expect(await heldBy(bob)).toEqual(NOTHING)
    expect(blobs.size()).toBe(size)
  })

  it('a fault in the middle leaves nothing, neither rows nor files', async () => {
    const bob = await newPerson()
    const size = blobs.size()
    // The last rows of the transaction: a log entry whose id belongs to another user, in a file that claims to be Bob's
    // own.
    const own = emptyExport({ accountId: bob.user.id })
    const [taken] = listIn(exported, 'doses')
    const id = randomUUID()
    const stolen = doseBody(id, { id: taken?.id })
    const files = {
      ...exported,
      'account.json': own['account.json'] ?? '',
      'medications.json': JSON.stringify(
        listIn(exported, 'medications')
          .slice(0, 1)
          .map((record) => ({ ...record, id })),
      ),
      'appointments.json': '[]',
      'doses.json': JSON.stringify([stolen]),
    }
    const renamed = (name: string) => listIn(exported, name).map((record) => ({ ...record, id: randomUUID() }))
    const pictured = withList(files, 'documents', renamed('documents'))
    const answer = await importInto(bob, withList(pictured, 'prescriptions', renamed('prescriptions')))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'id_conflict'])
    expect(await heldBy(bob)).toEqual(NOTHING)
    expect(blobs.size()).toBe(size)
    expect(await heldBy(ada)).toEqual(EVERYTHING)
  })

  it('of an appointment under the id of a medication leaves nothing', async () => {
    const bob = await newPerson()
    const id = randomUUID()
    const both = (name: string) =>
      listIn(exported, name)
        .slice(0, 1)
        .map((record) => ({ ...record, id }))
    const own = emptyExport({ accountId: bob.user.id })
    const file = withList(withList(own, 'medications', both('medications')), 'appointments', both('appointments'))
    const answer = await importInto(bob, file)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'id_conflict'])
    expect(await heldBy(bob)).toEqual(NOTHING)
  })

  it('brings a long log whole, to whoever reads it meanwhile too', async () => {
    const [medication] = listIn(exported, 'medications')
    const doses = Array.from({ length: 1200 }, () => doseBody(String(medication?.id)))
    const bob = await newPerson()
    const file = withList(withList(emptyExport(), 'medications', [medication]), 'doses', doses)
    const lengths = new Set<number>()
    let isOver = false
    const importing = importInto(bob, file).finally(() => {
      isOver = true
    })
    while (!isOver) lengths.add((await readLog(bob)).length)
    expect((await importing).json().doses).toMatchObject({ added: 1200 })
    expect([...lengths].filter((length) => length !== 0 && length !== 1200)).toEqual([])
    const log = await readLog(bob)
    expect(log.map(({ seq }, index) => seq - index)).toEqual(Array(1200).fill(log[0]?.seq))
    const next = await send(bob, 'POST', '/api/doses', doseBody(String(log[0]?.medicationId)))
    expect(next.json().seq).toBeGreaterThan(Number(log.at(-1)?.seq))
    expect(await readLog(bob)).toHaveLength(1201)
  })

  it.each([
    ['an early', 5],
    ['the last', 699],
  ])('of a long log, %s line of which is somebody else’s, leaves nothing', async (_which, place) => {
    const bob = await newPerson()
    const id = randomUUID()
    const [taken] = listIn(exported, 'doses')
    const doses = Array.from({ length: 700 }, (_, index) => doseBody(id, index === place ? { id: taken?.id } : {}))
    const medication = { ...listIn(exported, 'medications')[0], id }
    const own = withList(emptyExport({ accountId: bob.user.id }), 'medications', [medication])
    const answer = await importInto(bob, withList(own, 'doses', doses))
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'id_conflict'])
    expect(await heldBy(bob)).toEqual(NOTHING)
    expect(await server.db.$count(doseEvents, eq(doseEvents.userId, bob.user.id))).toBe(0)
  })

  it('plans anew when the account changes while it reads the pictures', async () => {
    const picture = await jpegOf()
    let during = async () => {}
    const slow = await testApp({
      clock: server.clock,
      workshop: {
        prepare: async () => {
          await during()
          return { kind: 'prepared', image: picture, thumbnail: picture, width: 1, height: 1 }
        },
        close: () => {},
      },
    })
    onTestFinished(() => slow.close())
    const bob = await asAdult(slow, 'bob@example.org')
    during = async () => {
      during = async () => {}
      await addMedication(bob, { name: 'Ibuprofen' })
    }
    const answer = await importInto(bob, exported)
    expect(answer.statusCode).toBe(200)
    expect(await heldBy(bob)).toEqual({ ...EVERYTHING, medications: 3 })
  })

  it('two people’s are read at once, one of each; others wait for their turn, and whoever sends a second one hears it', async () => {
    const gate = Promise.withResolvers<void>()
    const both = Promise.withResolvers<void>()
    let working = 0
    const busy = await testApp({
      clock: server.clock,
      workshop: {
        prepare: async () => {
          working += 1
          if (working === 2) both.resolve()
          await gate.promise
          return { kind: 'refused', reason: 'unreadable' }
        },
        close: () => {},
      },
    })
    onTestFinished(() => busy.close())
    const people: Person[] = []
    for (const name of ['bob', 'cleo', 'dan']) people.push(await asAdult(busy, `${name}@example.org`))
    const [bob, cleo, dan] = people as [Person, Person, Person]
    const two = [importInto(bob, exported), importInto(cleo, exported)]
    await both.promise
    const second = await importInto(bob, exported)
    expect([second.statusCode, second.headers['retry-after']]).toEqual([429, '10'])
    const third = importInto(dan, exported, { preview: true })
    gate.resolve()
    expect((await Promise.all(two)).map(({ statusCode }) => statusCode)).toEqual([400, 400])
    expect((await third).statusCode).toBe(200)
  })

  it('answers the fourth import of a day 429; looking at files goes on', async () => {
    const scarce = await testApp({ environment: { RATE_LIMIT_SCALE: '1' } })
    onTestFinished(() => scarce.close())
    const eve = await asAdult(scarce, 'eve@example.org')
    const statuses: number[] = []
    for (let time = 1; time <= 3; time += 1) statuses.push((await importInto(eve, emptyExport())).statusCode)
    expect(statuses).toEqual([200, 200, 200])
    const fourth = await importInto(eve, emptyExport())
    expect([fourth.statusCode, fourth.json().error]).toEqual([
      429,
      'You can import 3 times a day. Please try again in 24 hours.',
    ])
    expect(Math.ceil(Number(fourth.headers['retry-after']) / 3600)).toBe(24)
    expect((await importInto(eve, emptyExport(), { preview: true })).statusCode).toBe(200)
  })
})

describe('a preview', () => {
  it('says whose it is, when it was made and what would be added, and adds nothing', async () => {
    const bob = await newPerson()
    const answer = await importInto(bob, exported, { preview: true, key: randomUUID() })
    expect(answer.json()).toMatchObject({ email: 'ada@example.org', problems: [], problemCount: 0 })
    expect(addedOf(answer.json())).toEqual(EVERYTHING)
    expect(await heldBy(bob)).toEqual(NOTHING)
  })

  const SCAN = { file: 'prescriptions.json', entry: 1 }
  const READ = {
    name: 'Aspirin',
    dosage: '',
    frequency: '',
    instructions: '',
    schedule: { kind: 'daily' },
    proposedTimes: [],
    sources: {},
    asks: [],
  }
  const METFORMIN = { file: 'medications.json', entry: 1 }
  it.each<[string, string, Json, Json]>([
    [
      'a name that is none',
      'medications',
      { name: ' ' },
      { ...METFORMIN, field: 'name', rule: 'Medication name is required.' },
    ],
    ['a field nobody knows', 'medications', { colour: 'red' }, { ...METFORMIN, field: null }],
    [
      'an id that is none',
      'medications',
      { id: 'abc' },
      { ...METFORMIN, field: 'id', rule: 'id must be a lower-case UUID.' },
    ],
    ['a mark that is no yes or no', 'medications', { important: 'yes' }, { ...METFORMIN, field: 'important' }],
    [
      'a barcode that was misread',
      'medications',
      { barcodes: ['09300675003262'] },
      { ...METFORMIN, field: 'barcodes.0' },
    ],
    ['a photo that is none', 'medications', { photo: 'aGVsbG8=' }, { ...METFORMIN, field: 'photo' }],
    [
      'a plan that ends before it starts',
      'medications',
      { startDate: '2026-03-02', endDate: '2026-03-01' },
      { ...METFORMIN, field: 'endDate' },
    ],
    [
      'another plan than the newest version',
      'medications',
      { reminderTimes: ['05:00'] },
      { ...METFORMIN, field: 'versions', rule: 'versions must end with the plan of the medication.' },
    ],
    ['no versions', 'medications', { versions: [] }, { ...METFORMIN, field: 'versions' }],
    [
      'a stop that lies ahead',
      'medications',
      { stoppedAt: '2030-01-01T00:00:00.000Z' },
      { ...METFORMIN, field: 'stoppedAt', rule: 'stoppedAt must not be in the future.' },
    ],
    ['a NUL character', 'medications', { instructions: 'a\u0000b' }, { ...METFORMIN, field: 'instructions' }],
    [
      'another medication’s slot',
      'doses',
      { slotId: 'A'.repeat(22) },
      { file: 'doses.json', entry: 1, field: 'slotId' },
    ],
    [
      'a dose of nothing',
      'doses',
      {
        medicationId: '01900000-0000-7000-8000-00000000bbbb',
        slotId: null,
        snapshot: { name: 'A', dosage: '' },
      },
      {
        file: 'doses.json',
        entry: 1,
        field: 'medicationId',
        rule: 'medicationId must be a medication of the export.',
      },
    ],
    [
      'an undo of nothing',
      'doses',
      { kind: 'undone', undoes: '01900000-0000-7000-8000-00000000bbbb' },
      { file: 'doses.json', entry: 1, field: 'undoes' },
    ],
    ['an amount below nothing', 'doses', { amount: -1 }, { file: 'doses.json', entry: 1, field: 'amount' }],
    [
      'a day that does not exist',
      'appointments',
      { appointmentDate: '2026-02-30' },
      { file: 'appointments.json', entry: 1, field: 'appointmentDate' },
    ],
    [
      'an appointment that is over or not',
      'appointments',
      { isCompleted: 1 },
      { file: 'appointments.json', entry: 1, field: 'isCompleted' },
    ],
    [
      'a sureness nobody knows',
      'prescriptions',
      { extractedMedications: [{ sources: { name: { words: 'x', confidence: 'maybe' } } }] },
      { file: 'prescriptions.json', entry: 1, field: 'extractedMedications.0.name' },
    ],
    [
      'a NUL character in the print',
      'prescriptions',
      { ocrText: 'a\u0000b' },
      { ...SCAN, field: 'ocrText', rule: 'ocrText must not contain NUL characters.' },
    ],
    ['half of a character in a name', 'prescriptions', { doctorName: 'Dr \ud83d' }, { ...SCAN, field: 'doctorName' }],
    [
      'a NUL character in what was read',
      'prescriptions',
      { extractedMedications: [READ, { ...READ, asks: ['twice', '\u0000'] }] },
      { ...SCAN, field: 'extractedMedications.1.asks.1' },
    ],
    [
      'half of a character in its words',
      'prescriptions',
      { extractedMedications: [{ ...READ, sources: { name: { words: '\udc00', confidence: 'sure' } } }] },
      { ...SCAN, field: 'extractedMedications.0.sources.name.words' },
    ],
    [
      'more print than a page has',
      'prescriptions',
      { ocrText: 'a'.repeat(20_001) },
      { ...SCAN, field: 'ocrText', rule: 'ocrText must be at most 20000 characters.' },
    ],
    [
      'more words than the print has',
      'prescriptions',
      { extractedMedications: [{ ...READ, asks: ['a'.repeat(40_001)] }] },
      { ...SCAN, field: 'extractedMedications.0.asks.0' },
    ],
    [
      'more medicines than a label names',
      'prescriptions',
      { extractedMedications: Array.from({ length: 61 }, () => READ) },
      {
        ...SCAN,
        field: 'extractedMedications',
        rule: 'extractedMedications must be at most 60 entries.',
      },
    ],
    ['a NUL character in a note', 'doses', { note: '\u0000' }, { file: 'doses.json', entry: 1, field: 'note' }],
    [
      'half of a character',
      'appointments',
      { notes: '\ud83d' },
      { file: 'appointments.json', entry: 1, field: 'notes' },
    ],
    [
      'a NUL character in an address that is not kept',
      'documents',
      { imageUrl: '\u0000' },
      { file: 'documents.json', entry: 1, field: 'imageUrl' },
    ],
    [
      'a kind of document nobody knows',
      'documents',
      { documentType: 'x' },
      { file: 'documents.json', entry: 1, field: 'documentType' },
    ],
    [
      'a picture elsewhere',
      'documents',
      { file: '../../etc/passwd' },
      { file: 'documents.json', entry: 1, field: 'file', rule: 'file must be a picture of the export.' },
    ],
  ])(
    'says of %s the file, the entry, the field and the rule; such a file is not imported',
    async (_what, name, change, problem) => {
      const bob = await newPerson()
      const [first, ...rest] = listIn(exported, name)
      const files = withList(exported, name, [{ ...first, ...change }, ...rest])
      const preview = (await importInto(bob, files, { preview: true })).json<ImportAnswer>()
      expect(preview.problems[0]).toMatchObject(problem)
      const answer = await importInto(bob, files)
      expect([answer.statusCode, answer.json().field]).toEqual([400, 'file'])
      expect(answer.json().error).toContain(`Nothing was imported. ${preview.problems[0]?.file}, entry 1: `)
      expect(await heldBy(bob)).toEqual(NOTHING)
    },
  )

  it('says that an id comes twice, and that a list is none', async () => {
    const [appointment] = listIn(exported, 'appointments')
    const twice = withList(exported, 'appointments', [appointment, appointment])
    expect((await importInto(ada, twice, { preview: true })).json().problems).toEqual([
      { file: 'appointments.json', entry: 2, field: 'id', rule: 'id must not come twice.' },
    ])
    const none = { ...exported, 'appointments.json': '{' }
    expect((await importInto(ada, none, { preview: true })).json().problems).toEqual([
      {
        file: 'appointments.json',
        entry: null,
        field: null,
        rule: 'The file must be there and hold a list.',
      },
    ])
  })

  it('tells the first twenty problems and how many there are', async () => {
    const medications = Array.from({ length: 25 }, () => ({}))
    const answer = await importInto(ada, withList(exported, 'medications', medications), { preview: true })
    expect(answer.json().problems).toHaveLength(20)
    expect(answer.json().problemCount).toBeGreaterThanOrEqual(25)
  })

  it('counts as many problems as a log has lines', async () => {
    const doses = Array.from({ length: 200_000 }, () => 0)
    const answer = await importInto(ada, withList(emptyExport(), 'doses', doses), { preview: true })
    expect([answer.statusCode, answer.json().problemCount]).toEqual([200, 200_000])
  })

  it('takes the longest entries that there are', async () => {
    const bob = await newPerson()
    const [medication] = listIn(exported, 'medications')
    const reminderTimes = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    const schedule = { kind: 'cycle', daysOn: 1, daysOff: 1, anchorDate: '2026-01-01' }
    const weekdays = { kind: 'weekdays', days: [1, 2, 3, 4, 5, 6, 7] }
    const byDay = { anchorDate: '2026-01-01', amounts: Array.from({ length: 62 }, () => '0.125') }
    const amounts = { unit: 'tablet', each: '1', byDay }
    const plan = { schedule: weekdays, reminderTimes, startDate: '2026-01-01', endDate: '2027-01-01', amounts }
    const versions = Array.from({ length: MOST_VERSIONS }, (_, index) => ({
      ...plan,
      effectiveFrom: new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
    }))
    // In JSON, each of their characters takes six bytes.
    const text = (length: number) => '\u0001'.repeat(length)
    const texts = { name: text(200), dosage: text(200), frequency: text(200), instructions: text(2000) }
    const dose = doseBody(String(medication?.id), { note: text(500), unit: text(20), deviceName: text(80) })
    const [appointment] = listIn(exported, 'appointments')
    const [scan] = listIn(exported, 'prescriptions')
    // A page of Chinese, with each word in four places.
    const [page, part] = ['药'.repeat(20_000), '药'.repeat(600)]
    const words = { words: part, confidence: 'guess' }
    const read = {
      ...{
        name: part,
        dosage: '',
        frequency: '',
        instructions: part,
        schedule,
        proposedTimes: reminderTimes,
      },
      sources: { name: words, dosage: words, frequency: words, instructions: words },
      asks: [part],
    }
    const files = {
      ...exported,
      'medications.json': JSON.stringify([{ ...medication, ...texts, ...plan, versions }], null, 1),
      'doses.json': JSON.stringify([{ ...dose, seq: 1, receivedAt: dose.loggedAt }], null, 1),
      'appointments.json': JSON.stringify([
        { ...appointment, doctorName: text(200), location: text(500), notes: text(2000) },
      ]),
      'prescriptions.json': JSON.stringify([
        { ...scan, ocrText: page, extractedMedications: Array.from({ length: 60 }, () => read) },
      ]),
    }
    const answer = await importInto(bob, files)
    expect([answer.statusCode, addedOf(answer.json())]).toEqual([
      200,
      { medications: 1, doses: 1, appointments: 1, documents: 1, prescriptions: 1 },
    ])
  })

  it('keeps of the plans of a medication as many as a record does, the newest', async () => {
    const bob = await newPerson()
    const [medication] = listIn(exported, 'medications') as [Json & { versions: Json[] }]
    const { effectiveFrom: _when, ...plan } = medication.versions.at(-1) ?? {}
    const versions = Array.from({ length: MOST_VERSIONS + 1 }, (_, index) => ({
      ...plan,
      effectiveFrom: new Date(Date.UTC(2024, 0, 1 + index)).toISOString(),
    }))
    const files = withList(emptyExport(), 'medications', [{ ...medication, versions }])
    expect((await importInto(bob, files)).statusCode).toBe(200)
    expect((await list(bob)).map((held) => held.versions)).toEqual([versions.slice(1)])
  })

  it('looks for no more in a list in which nearly everything is wrong', async () => {
    const wrong = { versions: Array.from({ length: 4000 }, () => ({})) }
    const medications = Array.from({ length: 100 }, () => wrong)
    const answer = await importInto(ada, withList(emptyExport(), 'medications', medications), {
      preview: true,
    })
    expect(answer.json<ImportAnswer>().problemCount).toBe(25)
  })

  it.each([
    ['doses', 200_000],
    ['appointments', 10_000],
    ['medications', 1000],
    ['documents', 500],
    ['prescriptions', 500],
  ])('reads of %s no further than a list may be long', async (name, most) => {
    const hostile = { ...emptyExport(), [`${name}.json`]: `[${'0,'.repeat(most + 1)}what is not even JSON` }
    const preview = (await importInto(ada, hostile, { preview: true })).json<ImportAnswer>()
    expect(preview.problems).toEqual([
      { file: `${name}.json`, entry: null, field: null, rule: `The list must be at most ${most} entries.` },
    ])
  })

  it.each([
    ['doses', 100],
    ['medications', 60_000],
  ])('does not look into an entry of %s with more values than one has', async (name, most) => {
    const bomb = Buffer.alloc(900_000, '{},')
    const hostile = { ...emptyExport(), [`${name}.json`]: `[{"id":[${bomb}{}]}, [${'0,'.repeat(most)}0]]` }
    const answer = await importInto(ada, hostile, { preview: true })
    expect(answer.json<ImportAnswer>().problems).toMatchObject([
      { entry: 1, field: null },
      { entry: 2, field: null, rule: `The entry must hold at most ${most} values.` },
    ])
  })

  it.each([
    ['medications', 16],
    ['doses', 100],
    ['appointments', 32],
    ['documents', 2],
    ['prescriptions', 32],
  ])('unpacks of %s no more than %d MB', async (name, most) => {
    const large = Buffer.alloc(most * 1024 * 1024 + 1, ' ')
    const answer = await importInto(ada, { ...emptyExport(), [`${name}.json`]: large }, { preview: true })
    expect([answer.statusCode, answer.json().error]).toEqual([
      413,
      `${name}.json in the zip file is larger than an export’s can be.`,
    ])
  })
})

describe('a file that is no export', () => {
  it.each<[string, () => ExportFiles | Buffer, number, string]>([
    ['no zip', () => Buffer.from('hello'), 415, 'not a zip file'],
    ['nothing', () => Buffer.alloc(0), 415, 'not a zip file'],
    ['a zip of something else', () => ({ 'holiday.txt': 'sun' }), 400, 'not a Dosewell export'],
    ['another format', () => emptyExport({ format: 'other' }), 400, 'not a Dosewell export'],
    ['a later version', () => emptyExport({ version: 2 }), 400, 'another version of Dosewell'],
    ['a file beside it', () => ({ ...exported, 'evil.sh': 'x' }), 400, 'not part of an export'],
    ['a path that leads out', () => ({ ...exported, '../account.json': 'x' }), 400, 'not part of an export'],
    ['an absolute path', () => ({ ...exported, '/etc/passwd': 'x' }), 400, 'not part of an export'],
    ['a picture that leads out', () => ({ ...exported, 'documents/../../x.jpg': 'x' }), 400, 'not part of an export'],
  ])('%s is refused with a sentence', async (_what, file, status, sentence) => {
    const answer = await importInto(ada, file(), { preview: true })
    expect([answer.statusCode, answer.json().field]).toEqual([status, 'file'])
    expect(answer.json().error).toContain(sentence)
  })

  it('no file at all is refused too', async () => {
    const upload = multipartOf({}, null)
    const answer = await ada.inject({ method: 'POST', url: '/api/user/import', ...upload })
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringContaining('No file selected')])
  })
})
