import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PrescriptionId } from '#domain/lib/ids.ts'
import type { ListedPerson } from '#domain/records/person.ts'
import { samplePrescription } from '#domain/testing/samples.ts'
import type { Gate } from './http/plugins/access.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { asAdult, type Person } from './testing/people.ts'
import { addPerson, on, share } from './testing/people-of.ts'
import { jpegOf, multipartOf } from './testing/pictures.ts'
import { NO_PUSH } from './testing/push.ts'
import { READS_NOTHING } from './testing/recogniser.ts'
import { REQUESTS, type Target } from './testing/requests.ts'
import { gatesWhile } from './testing/route-table.ts'
import * as schema from './testing/tables.ts'
import { addAppointment, addMedication, send } from './testing/writes.ts'
import { readMatrix } from './testing/written-matrix.ts'

const PRIVATE = 'Adastatin'
const MATRIX = readMatrix('call for a person')

let server: TestApp
let gates: Map<string, Gate | null>
let ada: Person
let mia: ListedPerson
let picture: Buffer
const askers: Record<string, Person> = {}

beforeAll(async () => {
  gates = await gatesWhile(async () => {
    server = await testApp({ push: { ...NO_PUSH, publicKey: 'key' }, recogniser: READS_NOTHING })
  })
  ada = await asAdult(server, 'ada@example.org')
  mia = await addPerson(ada, { name: PRIVATE })
  picture = await jpegOf()
  askers.owner = ada
  for (const role of ['view', 'help', 'manage', 'revoked', 'stranger']) {
    const asker = await asAdult(server, `${role}@example.org`)
    // What Premium allows follows the plan of the account that the person belongs to.
    const free = { subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null } as const
    await server.db.update(schema.users).set(free).where(eq(schema.users.id, asker.user.id))
    askers[role] = asker
  }
  for (const role of ['view', 'help', 'manage'] as const) await share(ada, mia, askers[role] as Person, role)
  const ended = await share(ada, mia, askers.revoked as Person, 'manage')
  await send(ada, 'DELETE', `/api/grants/${ended}`)
})
afterAll(() => server.close())

/** Records of Mia's that the call may change or delete. */
async function targetFor(call: string): Promise<Target> {
  const child = on(ada, mia)
  const { id: medicationId } = await addMedication(child, {
    name: `${PRIVATE} ${randomUUID()}`,
    amounts: { unit: 'tablet', each: '1' },
  })
  const { id: appointmentId } = await addAppointment(child, { notes: PRIVATE })
  return {
    medicationId,
    appointmentId,
    documentId: call.includes('/medical-documents/:id') ? await documentOf(child) : '',
    prescriptionId: call.includes('/prescriptions/:id') ? await scanOf() : '',
    personId: mia.id,
    grantId: randomUUID(),
    endpoint: '',
    ada: { id: ada.user.id, email: ada.email, device: randomUUID() },
    picture,
  }
}

async function documentOf(child: Person): Promise<string> {
  const upload = multipartOf({ documentName: PRIVATE }, { bytes: picture })
  const answer = await child.inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })
  return answer.json<{ id: string }>().id
}

async function scanOf(): Promise<string> {
  const id = randomUUID() as PrescriptionId
  const [imageBlob, thumbnailBlob] = [randomUUID(), randomUUID()]
  for (const blob of [imageBlob, thumbnailBlob]) await server.blobs.put(blob, picture)
  const record = samplePrescription({ id, ocrText: PRIVATE })
  const files = { imageBlob, thumbnailBlob, imageBytes: picture.length, uploadHash: 'x' }
  await server.db.insert(schema.prescriptions).values({ id, userId: mia.id, record, ...files })
  return id
}

/** Returns what the role hears when it makes the call for Mia: the status, or the word for a refusal. */
async function hear(role: string, call: string, target: Target): Promise<string> {
  const [method, path] = call.split(' ') as [InjectOptions['method'], string]
  const { url = path, payload, headers } = REQUESTS[call]?.(target) ?? {}
  const isStream = call === 'GET /api/events'
  const answer = await on(askers[role] as Person, mia).inject({
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
  if (answer.statusCode >= 400 || role === 'stranger' || role === 'revoked') expect(body).not.toContain(PRIVATE)
  if (answer.statusCode === 403 && JSON.parse(body).code === 'role_too_small') return 'role'
  if (answer.statusCode === 404)
    expect(JSON.parse(body).code).toBe(role === 'revoked' ? 'person_gone' : 'person_unknown')
  return String(answer.statusCode)
}

/** Calls that take the right to use health data and still concern the account alone. */
const OF_THE_ACCOUNT = [
  'DELETE /api/people/:id',
  'GET /api/people',
  'GET /api/people/:id/grants',
  'GET /api/push/key',
  'GET /api/push/subscription',
  'PATCH /api/people/:id',
  'POST /api/create-subscription',
  'POST /api/grants/offers/:token/accept',
  'POST /api/people',
  'POST /api/people/:id/grants',
  'POST /api/push/test',
  'POST /api/user/calendars',
  'POST /api/user/hand-over',
  'POST /api/user/tokens',
  'POST /api/user/webhooks',
  'PUT /api/push/subscription',
]

const callsOf = (isIt: (gate: Gate) => boolean) =>
  [...gates].flatMap(([call, gate]) => (gate && isIt(gate) ? [call] : [])).sort()

it('every route for health data says what it works on', () => {
  const ofHealth = callsOf(({ capability }) => capability === 'health' || capability === 'premium')
  expect(ofHealth.length).toBeGreaterThan(40)
  expect(ofHealth.filter((call) => gates.get(call)?.worksOn === 'account')).toEqual(OF_THE_ACCOUNT)
  const reads = callsOf(({ worksOn }) => worksOn === 'read')
  expect(reads.filter((call) => !call.startsWith('GET '))).toEqual(['POST /api/voice/tts'])
})

describe('docs/security.md, every call for a person and every role', () => {
  it('every route that works on a person is in the table, and nothing else is', () => {
    expect(MATRIX.map(({ call }) => call).sort()).toEqual(callsOf(({ worksOn }) => worksOn !== 'account'))
  })

  it.each(MATRIX)('S14.4 $call', async ({ call, cells }) => {
    const heard: Record<string, string> = {}
    const isDeletion = call.startsWith('DELETE ')
    let target = await targetFor(call)
    for (const role of Object.keys(cells)) {
      heard[role] = await hear(role, call, target)
      if (isDeletion && heard[role] === '200') target = await targetFor(call)
    }
    expect(heard).toEqual(cells)
  })

  it('no route of the account is carried out in the name of a person, whoever asks', async () => {
    const target = await targetFor('')
    for (const call of callsOf(({ worksOn, capability }) => worksOn === 'account' && capability !== 'admin')) {
      for (const role of ['owner', 'manage', 'stranger'])
        expect([call, await hear(role, call, target)]).toEqual([call, '409'])
    }
  })
})
