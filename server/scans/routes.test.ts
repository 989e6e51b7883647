import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListedMedication } from '#domain/records/medication.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { removeOrphans } from '../pictures/orphans.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { memoryBlobs } from '../testing/blobs.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { jpegOf, labelPhoto, multipartOf, pngOf } from '../testing/pictures.ts'
import { testRecogniser } from '../testing/recogniser.ts'
import { startSpeechService, type TestSpeechService } from '../testing/speech-service.ts'
import { prescriptions, users } from '../testing/tables.ts'
import { addMedication, send } from '../testing/writes.ts'

const LABEL = `KEEP OUT OF REACH OF CHILDREN
AMOXICILLIN 500mg CAPSULES 21
TAKE ONE CAPSULE THREE TIMES A DAY UNTIL FINISHED
Mrs Grace Taylor 27/02/2026
Dr Helen Nguyen Rpts 0
Greenfield Pharmacy
12 High Street, Carlton VIC 3053 Ph 03 9555 1234`

const blobs = memoryBlobs()
const recogniser = testRecogniser()
let server: TestApp
let ada: Person
let bob: Person
let picture: Buffer
beforeAll(async () => {
  server = await testApp({ blobs, recogniser })
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
  picture = await jpegOf()
})
beforeEach(() => {
  server.clock.set('2026-03-02T09:00:00.000Z')
  recogniser.answer = { kind: 'read', text: LABEL, confidence: 90 }
})
afterAll(() => server.close())

const upload = (person: Person, fields: Record<string, string> = {}, bytes: Buffer | null = picture, key?: string) => {
  const { payload, headers } = multipartOf(fields, bytes && { bytes })
  return person.inject({
    method: 'POST',
    url: '/api/prescriptions/upload',
    payload,
    headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
  })
}
async function scanned(person: Person, text = LABEL): Promise<Prescription> {
  recogniser.answer = { kind: 'read', text, confidence: 90 }
  const answer = await upload(person)
  if (answer.statusCode !== 201) throw new Error(`uploading answered ${answer.statusCode}: ${answer.body}`)
  return answer.json()
}
const historyOf = async (person: Person) => (await person.inject('/api/prescriptions')).json<Prescription[]>()
const medicationsOf = async (person: Person) => (await person.inject('/api/medications')).json<ListedMedication[]>()
const confirm = (person: Person, id: string, medications: object[]) =>
  send(person, 'POST', `/api/prescriptions/${id}/confirm-medications`, { medications })
const freed = (person: Person) =>
  server.db
    .update(users)
    .set({ subscriptionStatus: 'expired', subscriptionPlan: 'free', subscriptionEndsAt: null })
    .where(eq(users.id, person.user.id))

describe('where a language model is configured', () => {
  let service: TestSpeechService
  let helped: TestApp
  let cleo: Person
  beforeAll(async () => {
    service = await startSpeechService()
    service.completion = JSON.stringify({
      medications: [{ name: 'Zyxolan', dosage: '10 mg', frequency: 'one at night' }],
    })
    helped = await testApp({
      blobs: memoryBlobs(),
      recogniser,
      environment: { AI_BASE_URL: service.baseUrl, AI_EXTRACTION_MODEL: 'small' },
    })
    cleo = await asAdult(helped, 'cleo@example.org')
  })
  beforeEach(() => {
    service.instead = null
    service.requests.length = 0
  })
  afterAll(async () => {
    await helped.close()
    await service.close()
  })
  const TEXT = `${LABEL}\nzyxolan`

  it('says so before, and what it proposes is a guess beside what was read', async () => {
    expect((await cleo.inject('/api/capabilities')).json()).toMatchObject({ extraction: true })
    const { extractedMedications } = await scanned(cleo, TEXT)
    expect(extractedMedications).toMatchObject([
      { name: 'Amoxicillin', sources: { name: { confidence: 'sure' } } },
      {
        name: 'Zyxolan',
        frequency: '',
        sources: { name: { words: 'zyxolan', confidence: 'guess' }, dosage: { words: '' } },
      },
    ])
  })

  it('a scan goes on without it when it fails, and a card is not sent to it', async () => {
    service.instead = 500
    expect((await scanned(cleo, TEXT)).extractedMedications).toHaveLength(1)
    service.requests.length = 0
    expect((await upload(cleo, { scanType: 'appointment' })).statusCode).toBe(201)
    expect(service.requests).toEqual([])
  })
})

describe('POST /api/prescriptions/upload', () => {
  it('answers what was read: the text, the medicines with the words they came from, doctor, pharmacy and date', async () => {
    const answer = await upload(ada, { uploadMethod: 'camera' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      scanType: 'prescription',
      uploadMethod: 'camera',
      ocrText: LABEL,
      doctorName: 'Dr Helen Nguyen',
      pharmacyName: 'Greenfield Pharmacy',
      prescriptionDate: '2026-02-27',
      sources: {
        doctorName: { words: 'Helen Nguyen', confidence: 'sure' },
        pharmacyName: { words: 'Greenfield Pharmacy', confidence: 'sure' },
      },
      extractedMedications: [
        {
          name: 'Amoxicillin',
          dosage: '500 mg',
          frequency: '3 times daily',
          instructions: 'TAKE ONE CAPSULE THREE TIMES A DAY UNTIL FINISHED',
          schedule: { kind: 'daily' },
          proposedTimes: [],
          sources: { name: { words: 'AMOXICILLIN', confidence: 'sure' } },
        },
      ],
    })
    expect((await historyOf(ada))[0]).toEqual(answer.json())
  })

  it('an appointment card is read and names no medicine: its text goes on to the appointments', async () => {
    const answer = await upload(ada, { scanType: 'appointment' })
    expect(answer.json()).toMatchObject({ ocrText: LABEL, extractedMedications: [], doctorName: null })
  })

  it('S2.2 the same key answers the same without reading again, and the same picture under the same id is there once', async () => {
    const [key, fields] = [randomUUID(), { id: randomUUID() }]
    const first = await upload(ada, fields, picture, key)
    const before = { blobs: blobs.size(), readings: recogniser.readings }
    expect((await upload(ada, fields, picture, key)).body).toBe(first.body)
    expect({ blobs: blobs.size(), readings: recogniser.readings }).toEqual(before)
    expect((await upload(ada, fields)).statusCode).toBe(201)
    expect((await upload(ada, fields, await pngOf())).json().code).toBe('id_conflict')
    expect((await upload(bob, fields)).json().code).toBe('id_conflict')
    expect(blobs.size()).toBe(before.blobs)
  })

  it.each<[string, () => Buffer | null, number]>([
    ['no picture', () => null, 400],
    ['an empty file', () => Buffer.alloc(0), 400],
    ['a page of HTML', () => Buffer.from('<script>alert(1)</script>'), 415],
    ['a PDF', () => Buffer.from('%PDF-1.7'), 415],
    ['half a picture', () => picture.subarray(0, picture.length / 2), 422],
    [
      'a picture that goes on as something else',
      () => Buffer.concat([picture.subarray(0, 40), Buffer.alloc(500)]),
      422,
    ],
  ])('%s is refused with a sentence, and never read', async (_what, bytes, status) => {
    const before = { blobs: blobs.size(), readings: recogniser.readings }
    const answer = await upload(ada, {}, bytes())
    expect(answer.statusCode).toBe(status)
    expect(answer.json().error).toMatch(/\w/)
    expect({ blobs: blobs.size(), readings: recogniser.readings }).toEqual(before)
  })

  it('what cannot be read leaves nothing; too much at once is no fault of the picture and says when to come again', async () => {
    const before = blobs.size()
    recogniser.answer = { kind: 'unread', reason: 'timeout' }
    expect((await upload(ada)).statusCode).toBe(422)
    recogniser.answer = { kind: 'unread', reason: 'busy' }
    const busy = await upload(ada)
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([503, '20'])
    expect(blobs.size()).toBe(before)
  })

  it('thirty an hour', async () => {
    const scarce = await testApp({ recogniser: testRecogniser(), environment: { RATE_LIMIT_SCALE: '1' } })
    const eve = await asAdult(scarce, 'eve@example.org')
    const heard: number[] = []
    for (let time = 0; time < 31; time += 1) heard.push((await upload(eve, {}, null)).statusCode)
    expect(heard.slice(-2)).toEqual([400, 429])
    await scarce.close()
  })
})

describe('POST /api/prescriptions/{id}/confirm-medications', () => {
  it('adds what was chosen; without times it has none and every day, and is not rung for (readings, scans)', async () => {
    const eve = await asAdult(server, 'eve@example.org')
    const { id } = await scanned(eve)
    const answer = await confirm(eve, id, [{ name: 'Amoxicillin', dosage: '500 mg', frequency: '3 times daily' }])
    expect([answer.statusCode, answer.json()]).toEqual([200, { count: 1, skippedDuplicates: [] }])
    expect(await medicationsOf(eve)).toMatchObject([
      { name: 'Amoxicillin', schedule: { kind: 'daily' }, reminderTimes: [], isActive: true },
    ])
    expect((await eve.inject('/api/reminders/upcoming')).json()).toEqual([])
  })

  it('7.21.5 takes back the very list that the upload answered: what only a review needs is ignored, no schedule is none said', async () => {
    const amy = await asAdult(server, 'amy@example.org')
    const { id, extractedMedications } = await scanned(
      amy,
      'Paracetamol 500mg tablets\nTake TWO tablets when required\nNaproxen 250mg tablets\nPharmacy copy',
    )
    expect(extractedMedications.map(({ name, schedule }) => [name, schedule?.kind])).toEqual([
      ['Paracetamol', 'as-needed'],
      ['Naproxen', undefined],
    ])
    const answer = await confirm(amy, id, extractedMedications)
    expect([answer.statusCode, answer.json()]).toEqual([200, { count: 2, skippedDuplicates: [] }])
    const added = (await medicationsOf(amy)).map(({ name, schedule, reminderTimes }) => [
      name,
      [schedule.kind, ...reminderTimes],
    ])
    expect(Object.fromEntries(added)).toEqual({ Paracetamol: ['as-needed'], Naproxen: ['daily'] })
  })

  it('one without times can be edited, and its times are set later like those of any other', async () => {
    const dan = await asAdult(server, 'dan@example.org')
    const { id } = await scanned(dan)
    await confirm(dan, id, [{ name: 'Amoxicillin', dosage: '500 mg' }])
    const [medication] = await medicationsOf(dan)
    const url = `/api/medications/${medication?.id}`
    expect((await send(dan, 'PATCH', url, { instructions: 'With food' })).statusCode).toBe(200)
    const timed = await send(dan, 'PATCH', url, { reminderTimes: ['08:00'] })
    expect(timed.json()).toMatchObject({ reminderTimes: ['08:00'], instructions: 'With food' })
  })

  it('only when needed only if the label says so (readings, scans)', async () => {
    const kim = await asAdult(server, 'kim@example.org')
    const { id } = await scanned(
      kim,
      'Paracetamol 500mg tablets\nTake TWO tablets every 4 to 6 hours when required\nNaproxen 250mg tablets\nTake one tablet twice a day',
    )
    const chosen = [
      { name: 'Paracetamol', dosage: '500 mg' },
      { name: 'Naproxen', dosage: '250 mg' },
    ]
    expect((await confirm(kim, id, chosen)).json()).toMatchObject({ count: 2 })
    const kinds = (await medicationsOf(kim)).map(({ name, schedule }) => [name, schedule.kind])
    expect(Object.fromEntries(kinds)).toEqual({ Paracetamol: 'as-needed', Naproxen: 'daily' })
  })

  it('what is confirmed together stands in the order of the label where the newest comes first', async () => {
    const ivy = await asAdult(server, 'ivy@example.org')
    const { id } = await scanned(ivy)
    const names = ['Amoxicillin', 'Zopiclone', 'Metformin', 'Bisoprolol', 'Warfarin']
    await confirm(
      ivy,
      id,
      names.map((name) => ({ name, dosage: '5 mg' })),
    )
    const newestFirst = (await medicationsOf(ivy)).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
    expect(newestFirst.map(({ name }) => name)).toEqual(names)
  })

  it('skips what is there already, by name and dosage, and what was chosen twice', async () => {
    const lea = await asAdult(server, 'lea@example.org')
    await addMedication(lea, { name: 'Metformin', dosage: '500 mg' })
    const { id } = await scanned(lea)
    const chosen = [
      { name: 'metformin', dosage: '500mg' },
      { name: 'Amoxicillin', dosage: '500 mg' },
      { name: 'AMOXICILLIN', dosage: '500 mg' },
    ]
    expect((await confirm(lea, id, chosen)).json()).toEqual({
      count: 1,
      skippedDuplicates: ['metformin', 'AMOXICILLIN'],
    })
    expect((await confirm(lea, id, chosen)).json().count).toBe(0)
    expect(await medicationsOf(lea)).toHaveLength(2)
  })

  it('S2.2 the same key adds once and answers the same', async () => {
    const { id } = await scanned(ada)
    const ask = () =>
      ada.inject({
        method: 'POST',
        url: `/api/prescriptions/${id}/confirm-medications`,
        headers: { 'idempotency-key': '018f2f6e-7b7a-7c6c-9d5b-3f1f2f3f4f5f' },
        payload: { medications: [{ name: 'Ramipril', dosage: '5 mg' }] },
      })
    expect((await ask()).json()).toEqual({ count: 1, skippedDuplicates: [] })
    expect((await ask()).json()).toEqual({ count: 1, skippedDuplicates: [] })
  })

  it.each<[string, object[]]>([
    ['nothing', []],
    ['one without a name', [{ name: ' ', dosage: '5 mg' }]],
    ['one that ends before it starts', [{ name: 'A', startDate: '2026-03-05', endDate: '2026-03-01' }]],
    [
      'times of one that is only taken when needed',
      [{ name: 'A', schedule: { kind: 'as-needed' }, reminderTimes: ['08:00'] }],
    ],
  ])('%s is refused, and nothing of it is added', async (_what, medications) => {
    const { id } = await scanned(bob)
    const answer = await confirm(bob, id, medications.length > 0 ? [{ name: 'B' }, ...medications] : [])
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
    expect(await medicationsOf(bob)).toEqual([])
  })

  it('one that would follow a medication that is not in the list is refused, and nothing of it is added', async () => {
    const { id } = await scanned(bob)
    const { id: medicationId } = await addMedication(ada)
    const follows = { name: 'A', schedule: { kind: 'after-dose', medicationId, minutes: 30 } }
    const answer = await confirm(bob, id, [{ name: 'B' }, follows])
    expect([answer.statusCode, answer.json().field]).toEqual([422, 'schedule.medicationId'])
    expect(await medicationsOf(bob)).toEqual([])
  })

  it('of somebody else’s scan it adds nothing', async () => {
    const { id } = await scanned(ada)
    expect((await confirm(bob, id, [{ name: 'B' }])).statusCode).toBe(404)
    expect(await medicationsOf(bob)).toEqual([])
  })
})

describe('PATCH /api/prescriptions/{id}', () => {
  const correct = (person: Person, id: string, said: object) => send(person, 'PATCH', `/api/prescriptions/${id}`, said)
  const UNSURE = 'Greenfield Pharmacy\nDr Penn Headingley\nAMOXICILLIN 500mg\nTake ONE capsule three times a day'

  it('what the user says is kept and sure, what was left as it is stays a guess, and devices hear of it', async () => {
    const { id, doctorName, sources } = await scanned(ada, UNSURE)
    expect([doctorName, sources?.doctorName?.confidence]).toEqual(['Dr Penn Headingley', 'guess'])
    const { etag } = (await ada.inject('/api/prescriptions')).headers
    const answer = await correct(ada, id, { doctorName: 'Dr Penn', prescriptionDate: '2026-02-27' })
    expect(answer.statusCode).toBe(200)
    const after = (await historyOf(ada)).find((one) => one.id === id)
    expect(after).toMatchObject({
      doctorName: 'Dr Penn',
      pharmacyName: 'Greenfield Pharmacy',
      prescriptionDate: '2026-02-27',
      sources: { doctorName: { words: 'Penn Headingley', confidence: 'sure' } },
    })
    expect(answer.json()).toEqual(after)
    expect((await ada.inject('/api/prescriptions')).headers.etag).not.toBe(etag)
    await correct(ada, id, { doctorName: null })
    expect((await historyOf(ada)).find((one) => one.id === id)?.doctorName).toBeNull()
  })

  it('refuses what is no date and no name, and knows nothing of somebody else’s scan', async () => {
    const { id } = await scanned(ada)
    for (const said of [
      { prescriptionDate: '31/02/2026' },
      { prescriptionDate: '0206-02-27' },
      { doctorName: '' },
      { ocrText: 'x' },
    ])
      expect((await correct(ada, id, said)).statusCode).toBe(400)
    expect((await correct(bob, id, { doctorName: 'Dr Penn' })).statusCode).toBe(404)
  })
})

describe('the history', () => {
  it('is 304 until something changes', async () => {
    await scanned(ada)
    const { etag } = (await ada.inject('/api/prescriptions')).headers
    const again = () => ada.inject({ url: '/api/prescriptions', headers: { 'if-none-match': String(etag) } })
    expect((await again()).statusCode).toBe(304)
    await scanned(ada)
    expect((await again()).statusCode).toBe(200)
  })

  it('shows its owner the picture, in a way that no browser can be made to run, and nobody else', async () => {
    const { id, imageUrl } = await scanned(ada)
    for (const url of [imageUrl, `/api/prescriptions/${id}/thumbnail`]) {
      const shown = await ada.inject(url)
      expect(shown.headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, no-store',
        'content-security-policy': "default-src 'none'; sandbox",
      })
      expect((await bob.inject(url)).statusCode).toBe(404)
    }
  })

  it('a former subscriber sees and deletes it, and scans and adds nothing more (readings, Premium)', async () => {
    const una = await asAdult(server, 'una@example.org')
    const { id } = await scanned(una)
    await freed(una)
    expect(await historyOf(una)).toHaveLength(1)
    expect((await una.inject(`/api/prescriptions/${id}/image`)).statusCode).toBe(200)
    expect((await upload(una)).json().code).toBe('premium_required')
    expect((await confirm(una, id, [{ name: 'B' }])).json().code).toBe('premium_required')
    expect((await send(una, 'DELETE', `/api/prescriptions/${id}`)).statusCode).toBe(200)
    expect(await historyOf(una)).toEqual([])
  })

  it('S11.8 deleting removes its files and is journalled; a second time there is nothing, and its id is never used again', async () => {
    const { id } = await scanned(ada)
    const before = blobs.size()
    expect((await send(ada, 'DELETE', `/api/prescriptions/${id}`)).statusCode).toBe(200)
    expect(blobs.size()).toBe(before - 2)
    expect(server.erasures.at(-1)).toMatchObject({ kind: 'prescription', user: ada.user.id, id })
    expect((await send(ada, 'DELETE', `/api/prescriptions/${id}`)).statusCode).toBe(404)
    expect((await upload(ada, { id })).json().code).toBe('prescription_gone')
  })

  it('its files are nobody’s orphans', async () => {
    const { id } = await scanned(ada)
    await removeOrphans(server.db, blobs, Date.now() + 7_200_000)
    expect((await ada.inject(`/api/prescriptions/${id}/image`)).statusCode).toBe(200)
  })

  it('goes with the account', async () => {
    const zoe = await asAdult(server, 'zoe@example.org')
    await scanned(zoe)
    await send(zoe, 'DELETE', '/api/user/account', { email: 'zoe@example.org' })
    expect(await server.db.select().from(prescriptions).where(eq(prescriptions.userId, zoe.user.id))).toEqual([])
  })
})

describe('POST /api/ocr/extract-email', () => {
  const extract = (person: Person, bytes: Buffer | null = picture) =>
    person.inject({ method: 'POST', url: '/api/ocr/extract-email', ...multipartOf({}, bytes && { bytes }) })

  it('answers the address on the paper, null when there is none, and keeps nothing', async () => {
    const before = blobs.size()
    recogniser.answer = {
      kind: 'read',
      text: 'Carlton Clinic\nreception@carlton-clinic.com.au',
      confidence: 90,
    }
    expect((await extract(ada)).json()).toEqual({ email: 'reception@carlton-clinic.com.au' })
    recogniser.answer = { kind: 'read', text: 'Carlton Clinic', confidence: 90 }
    expect((await extract(ada)).json()).toEqual({ email: null })
    expect(blobs.size()).toBe(before)
  })

  it('what is no picture is refused, and what cannot be read', async () => {
    expect((await extract(ada, null)).statusCode).toBe(400)
    expect((await extract(ada, Buffer.from('GIF89a'))).statusCode).toBe(415)
    recogniser.answer = { kind: 'unread', reason: 'unreadable' }
    expect((await extract(ada)).statusCode).toBe(422)
  })
})

describe('a picture that another app shared before the device has its worker', () => {
  const share = (headers: Record<string, string>) => {
    const body = multipartOf({}, { bytes: picture })
    return server.inject({ ...body, method: 'POST', url: '/prescriptions', headers: { ...body.headers, ...headers } })
  }

  it('is asked for again: nothing of it is kept', async () => {
    const before = blobs.size()
    const answer = await share({ 'sec-fetch-site': 'none', origin: 'null' })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/prescriptions?shared=missed'])
    expect(blobs.size()).toBe(before)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['a page that hides where it is', { 'sec-fetch-site': 'cross-site', origin: 'null' }],
    ['a browser that does not say who asks', { origin: 'null' }],
  ])('is refused from %s', async (_who, headers) => {
    expect((await share(headers)).statusCode).toBe(403)
  })
})

it('the print on an uploaded photo becomes a medicine, without a stand-in for the recogniser', async () => {
  const real = await testApp()
  const eve = await asAdult(real, 'eve@example.org')
  const answer = await upload(eve, {}, await labelPhoto({ degrees: 4 }))
  expect(answer.json().extractedMedications).toMatchObject([
    { name: 'Amoxicillin', dosage: '500 mg', frequency: '3 times daily' },
  ])
  await real.close()
})
