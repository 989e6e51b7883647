import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { eq, getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrescriptionId } from '#domain/lib/ids.ts'
import { isPage, SERVER_PAGES } from '#domain/protocol/pages.ts'
import { samplePrescription } from '#domain/testing/samples.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { asMinor } from './testing/minors.ts'
import { asAdult, type Person, signIn } from './testing/people.ts'
import { addPerson, offerRole } from './testing/people-of.ts'
import { jpegOf, multipartOf } from './testing/pictures.ts'
import { NO_PUSH, subscriptionBody } from './testing/push.ts'
import { READS_NOTHING } from './testing/recogniser.ts'
import { REQUESTS, type Target } from './testing/requests.ts'
import { routesWhile } from './testing/route-table.ts'
import * as schema from './testing/tables.ts'
import { addAppointment, addMedication, doseBody, send, supplyBody } from './testing/writes.ts'
import { readMatrix } from './testing/written-matrix.ts'

/** The users in docs/security.md who have their own records; the others ask for Ada's. */
const OWNERS = new Set(['free', 'premium', 'admin'])

/** What the words in the table stand for. */
const REFUSALS: Record<string, string> = {
  session: '401 unauthenticated',
  age: '403 age_required',
  consent: '403 consent_required',
  premium: '403 premium_required',
  forbidden: '403 forbidden',
}

const PRIVATE = 'Adastatin'

/** After these, the session that made the call is no longer usable. */
const SPENDS_THE_SESSION = new Set(['GET /api/logout'])

/** Administrators see who has an account, but nothing of their records. */
const NAMES_ACCOUNTS = new Set(['admin GET /api/admin/stats', 'admin GET /api/admin/users'])

const MATRIX = readMatrix('call')

let server: TestApp
let routes: string[]
let ada: Person
let adas: Target
let picture: Buffer
const people: Record<string, Pick<Person, 'inject'>> = {}

beforeAll(async () => {
  routes = await routesWhile(async () => {
    server = await testApp({
      environment: { ADMIN_EMAILS: 'admin@example.org' },
      push: { ...NO_PUSH, publicKey: 'key' },
      recogniser: READS_NOTHING,
    })
  })
  ada = await asAdult(server, 'ada@example.org')
  picture = await jpegOf()
  const { devices } = (await ada.inject('/api/user/sessions')).json<{ devices: { id: string }[] }>()
  adas = {
    ...(await recordsOf(ada, PRIVATE)),
    documentId: await documentOf(ada, PRIVATE),
    prescriptionId: await scanOf(ada, PRIVATE),
    ...(await personOf(ada, PRIVATE)),
    ada: { id: ada.user.id, email: ada.email, device: String(devices[0]?.id) },
    picture,
  }
  await send(ada, 'POST', '/api/doses', doseBody(adas.medicationId, { note: `${PRIVATE} in the morning` }))
  await send(ada, 'POST', '/api/supply-events', supplyBody(adas.medicationId, { note: PRIVATE }))

  people.none = server
  people.free = await onFreePlan('free@example.org')
  people.premium = await asAdult(server, 'premium@example.org')
  people.minor = await asMinor(server, 'minor@example.org')
  people.child = await asChild('child@example.org')
  people.other = await asAdult(server, 'other@example.org')
  people.admin = await onFreePlan('admin@example.org')
  const revoked = await asAdult(server, 'revoked@example.org')
  await revoked.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
  people.revoked = revoked
})
afterAll(() => server.close())

async function recordsOf(
  person: Person,
  name?: string,
): Promise<Pick<Target, 'medicationId' | 'appointmentId' | 'endpoint'>> {
  const { endpoint } = subscriptionBody()
  await person.inject({
    method: 'PUT',
    url: '/api/push/subscription',
    payload: subscriptionBody({ endpoint }),
  })
  const { id } = await addMedication(person, { amounts: { unit: 'tablet', each: '1' }, ...(name ? { name } : {}) })
  const appointment = await addAppointment(person, name ? { doctorName: name } : {})
  return { medicationId: id, appointmentId: appointment.id, endpoint }
}

async function documentOf(person: Person, documentName: string): Promise<string> {
  const upload = multipartOf({ documentName }, { bytes: picture })
  const answer = await person.inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })
  if (answer.statusCode !== 201) throw new Error(`uploading answered ${answer.statusCode}: ${answer.body}`)
  return answer.json<{ id: string }>().id
}

async function personOf(own: Person, name = 'Mia'): Promise<Pick<Target, 'personId' | 'grantId'>> {
  const person = await addPerson(own, { name })
  return { personId: person.id, grantId: (await offerRole(own, person, 'help')).id }
}

/** Adds a scan from when the user had Premium. */
async function scanOf({ user }: Person, ocrText: string): Promise<string> {
  const id = randomUUID() as PrescriptionId
  const [imageBlob, thumbnailBlob] = [randomUUID(), randomUUID()]
  for (const blob of [imageBlob, thumbnailBlob]) await server.blobs.put(blob, picture)
  const record = samplePrescription({ id, ocrText })
  const files = { imageBlob, thumbnailBlob, imageBytes: picture.length, uploadHash: 'x' }
  await server.db.insert(schema.prescriptions).values({ id, userId: user.id, record, ...files })
  return id
}

/** What calls that only read refer to, by role. */
const readBy = new Map<string, Promise<Target>>()

/** Returns what the call refers to. Only calls that write need records of their own. */
function targetFor(role: string, call: string, asker: Pick<Person, 'inject'>): Promise<Target> {
  if (!OWNERS.has(role)) return Promise.resolve(adas)
  const own = asker as Person
  if (!call.startsWith('GET ')) return targetOf(own, call)
  const read = readBy.get(role) ?? targetOf(own, '/medical-documents/:id /prescriptions/:id /people/ /grants/')
  readBy.set(role, read)
  return read
}

/** Gives a user what the call may refer to. A document takes time to create, so there is only one if it needs it. */
async function targetOf(own: Person, call: string): Promise<Target> {
  const documentId = call.includes('/medical-documents/:id') ? await documentOf(own, 'Scan') : ''
  const prescriptionId = call.includes('/prescriptions/:id') ? await scanOf(own, 'Scan') : ''
  const person = /\/people\/|\/grants\//.test(call) ? await personOf(own) : {}
  return { ...adas, ...(await recordsOf(own)), documentId, prescriptionId, ...person }
}

async function onFreePlan(email: string): Promise<Person> {
  const person = await asAdult(server, email)
  const free = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null } as const
  await server.db.update(schema.users).set(free).where(eq(schema.users.id, person.user.id))
  return person
}

async function asChild(email: string): Promise<Person> {
  const person = await signIn(server, email)
  const answer = await send(person, 'POST', '/api/user/verify-age', { dateOfBirth: '2018-01-01' })
  if (answer.statusCode !== 403) throw new Error(`a child's age answered ${answer.statusCode}`)
  return person
}

/** Returns everything stored about Ada, by table. */
async function storedOfAda(): Promise<Record<string, unknown>> {
  const stored: Record<string, unknown> = {}
  for (const table of Object.values(schema)) {
    if (!is(table, PgTable)) continue
    const columns = getTableColumns(table)
    const owner = table === schema.users ? schema.users.id : 'userId' in columns ? columns.userId : null
    if (!owner) continue
    const rows = await server.db.select().from(table).where(eq(owner, ada.user.id)).orderBy(sql`1, 2`)
    stored[getTableName(table)] = rows
  }
  return stored
}

async function personFor(role: string, call: string): Promise<Pick<Person, 'inject'>> {
  if (role === 'new') return signIn(server, `${randomUUID()}@example.org`)
  const person = people[role]
  if (!person) throw new Error(`docs/security.md names somebody unknown: ${role}`)
  if (!SPENDS_THE_SESSION.has(call) || !('email' in person) || role === 'revoked') return person
  return signIn(server, (person as Person).email)
}

/** Returns the status, or the table's word for status and code. */
async function hear(role: string, call: string): Promise<string> {
  const person = await personFor(role, call)
  const target = await targetFor(role, call, person)
  const [method, path] = call.split(' ') as [InjectOptions['method'], string]
  const { url = path, payload, headers } = REQUESTS[call]?.(target) ?? {}
  // The one response that never ends.
  const isStream = call === 'GET /api/events'
  const answer = await person.inject({
    method,
    url,
    payloadAsStream: isStream,
    ...(headers ? { headers: headers as Record<string, string> } : {}),
    ...(payload ? { payload } : {}),
  } as InjectOptions)
  if (isStream && answer.statusCode === 200) {
    answer.stream().destroy()
    return '200'
  }
  const body = isStream ? await text(answer.stream()) : answer.payload
  expect(body).not.toContain(PRIVATE)
  if (!NAMES_ACCOUNTS.has(`${role} ${call}`)) expect(body).not.toContain(ada.email)
  const isJson = String(answer.headers['content-type']).includes('json')
  const heard = `${answer.statusCode} ${isJson && answer.statusCode >= 400 ? JSON.parse(body).code : ''}`
  const word = Object.keys(REFUSALS).find((one) => REFUSALS[one] === heard)
  return word ?? String(answer.statusCode)
}

describe('docs/security.md, every call and every role', () => {
  /** What the call before has left. */
  let stored: Record<string, unknown> | undefined

  it('every route of the server is in the table, and nothing else is', () => {
    const written = MATRIX.map(({ call }) => call)
    const isWritten = (route: string) =>
      written.some((call) => call === route || (call.endsWith('*') && route.startsWith(call.slice(0, -1))))
    const isThere = (call: string) =>
      routes.some((route) => call === route || (call.endsWith('*') && route.startsWith(call.slice(0, -1))))
    expect(routes.filter((route) => !isWritten(route))).toEqual([])
    expect(written.filter((call) => !isThere(call))).toEqual([])
  })

  it('every page that the server draws outside /api is one that the worker leaves to it', () => {
    const pages = MATRIX.map(({ call }) => call.split(' ')[1] ?? '').filter((path) => /^\/[a-z]+$/.test(path))
    const drawnHere = pages.filter((path) => !isPage(path))
    expect([...new Set(drawnHere)].sort()).toEqual(Object.values(SERVER_PAGES).sort())
  })

  it.each(MATRIX)('$call', async ({ call, cells }) => {
    stored ??= await storedOfAda()
    const before = stored
    expect(before).toMatchObject({
      medications: [{ id: adas.medicationId }],
      appointments: [{ id: adas.appointmentId }],
      medical_documents: [{}],
      prescriptions: [{}],
      dose_events: [{}],
      supply_events: [{}],
    })
    const heard: Record<string, string> = {}
    for (const role of Object.keys(cells)) heard[role] = await hear(role, call)
    expect(heard).toEqual(cells)
    stored = await storedOfAda()
    expect(stored).toEqual(before)
  })

  it('every call under /api/admin is refused to everybody but an administrator, whatever it names', async () => {
    const calls = routes.filter((route) => route.includes(' /api/admin'))
    expect(calls.length).toBeGreaterThan(0)
    const others = Object.keys(people).filter((role) => role !== 'admin')
    for (const call of calls) {
      const [method, path = ''] = call.split(' ')
      const url = path.replaceAll(/:\w+/g, ada.user.id)
      for (const role of others) {
        const answer = await people[role]?.inject({ method, url } as InjectOptions)
        const expected = role === 'none' || role === 'revoked' ? [401, 'unauthenticated'] : [403, 'forbidden']
        expect([call, role, answer?.statusCode, answer?.json().code]).toEqual([call, role, ...expected])
      }
    }
  })

  it('no write is carried out for another site, whoever is signed in', async () => {
    const writes = MATRIX.filter(({ call }) => !call.startsWith('GET '))
    const before = await storedOfAda()
    for (const { call } of writes) {
      const [method, path] = call.split(' ') as [InjectOptions['method'], string]
      const { url = path, payload, headers } = REQUESTS[call]?.(adas) ?? {}
      const answer = await ada.inject({
        method,
        url,
        headers: { ...(headers as Record<string, string>), 'sec-fetch-site': 'cross-site' },
        ...(payload ? { payload } : {}),
      } as InjectOptions)
      expect([call, answer.statusCode]).toEqual([call, 403])
    }
    expect(await storedOfAda()).toEqual(before)
  })
})
