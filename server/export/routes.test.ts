// On both databases: every type of every column.
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { recordPayment } from '../plans/billing.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { addPerson } from '../testing/people-of.ts'
import { jpegOf, multipartOf } from '../testing/pictures.ts'
import { READS_NOTHING } from '../testing/recogniser.ts'
import * as schema from '../testing/tables.ts'
import { addMedication, doseBody, readLog, send } from '../testing/writes.ts'
import { EXPORTED, written } from './tables.ts'

let server: TestApp
let ada: Person
let files: Record<string, string>
let zip: Record<string, Uint8Array>
let picture: Buffer

async function entriesOf(person: Person): Promise<Record<string, Uint8Array>> {
  const answer = await person.inject('/api/user/export')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzipSync(answer.rawPayload)
}

async function exported(person: Person): Promise<Record<string, string>> {
  const entries = await entriesOf(person)
  zip ??= entries
  const texts = Object.entries(entries).filter(([name]) => !name.endsWith('.jpg'))
  return Object.fromEntries(texts.map(([name, bytes]) => [name, strFromU8(bytes)]))
}

const json = (name: string) => JSON.parse(files[name] ?? 'null')

beforeAll(async () => {
  server = await testApp({ recogniser: READS_NOTHING })
  ada = await asAdult(server, 'ada@example.org')
  const bob = await asAdult(server, 'bob@example.org')
  await addMedication(bob, { name: 'Bobs Warfarin' })
  const name = '=HYPERLINK("http://evil")'
  const { id } = await addMedication(ada, { name })
  await send(ada, 'POST', '/api/doses', doseBody(id, { snapshot: { name, dosage: '500 mg', date: null, time: null } }))
  const upload = multipartOf({ documentName: 'Referral to Dr Wu' }, { bytes: await jpegOf() })
  const uploaded = await ada.inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })
  picture = (await ada.inject(uploaded.json().imageUrl)).rawPayload
  files = await exported(ada)
})
afterAll(() => server.close())

describe('GET /api/user/export', () => {
  it('holds every table of the schema that has rows of a person', () => {
    const personal = Object.values(schema)
      .filter((table) => is(table, PgTable))
      .filter((table) => 'userId' in getTableColumns(table))
      .map(getTableName)
    const held = EXPORTED.map(({ table }) => getTableName(table))
    expect(held.toSorted()).toEqual(['users', 'people', ...personal].toSorted())
    expect(Object.keys(files)).toEqual(expect.arrayContaining(EXPORTED.map(({ file }) => file)))
  })

  it('leaves out of a row nothing but its secrets', () => {
    const plain = EXPORTED.filter(({ write }) => write === undefined)
    for (const table of plain) {
      const row = Object.fromEntries(Object.keys(getTableColumns(table.table)).map((field) => [field, 1]))
      const kept = Object.keys(written(table, row) as object)
      expect([...kept, ...(table.secrets ?? [])].toSorted()).toEqual(Object.keys(row).toSorted())
    }
  })

  it('says the log and the medications as the API does, and nothing of anybody else', async () => {
    expect(json('doses.json')).toEqual(await readLog(ada))
    expect(json('medications.json')).toHaveLength(1)
    expect(Object.values(files).join('')).not.toContain('Warfarin')
  })

  it('holds what the person paid, and nobody else', async () => {
    const payment = {
      amount: 999,
      currency: 'aud',
      periodStart: Date.parse('2026-03-02'),
      periodEnd: Date.parse('2026-04-02'),
      paidAt: Date.parse('2026-03-02'),
    }
    await recordPayment(server, { ...payment, invoiceId: 'in_ada', email: ada.email })
    await recordPayment(server, { ...payment, invoiceId: 'in_other', email: 'other@example.org' })
    const { 'payments.json': payments = '' } = await exported(ada)
    expect(JSON.parse(payments)).toMatchObject([{ invoiceId: 'in_ada', amount: 999 }])
    expect(payments).not.toContain('person')
  })

  it('holds the picture of a document under the name that documents.json says', () => {
    const [document] = json('documents.json')
    expect(document).toMatchObject({ documentName: 'Referral to Dr Wu' })
    expect(Buffer.from(zip[document.file] ?? []).equals(picture)).toBe(true)
  })

  it('gives no formula to a spreadsheet', () => {
    expect(files['doses.csv']).toContain(`"'=HYPERLINK(""http://evil"")"`)
  })

  it('holds no key that lets others act for the person', () => {
    expect(files['devices.json']).toContain('deviceName')
    expect(files['devices.json']).not.toContain('tokenHash')
  })

  it('names its format and version', () => {
    expect(json('account.json')).toMatchObject({
      format: 'dosewell-export',
      version: 1,
      accountId: ada.user.id,
    })
  })

  it('is for who is not of age yet too, and for nobody signed out', async () => {
    expect(Object.keys(await exported(await signIn(server, 'new@example.org')))).toContain('profile.json')
    expect((await server.inject('/api/user/export')).statusCode).toBe(401)
  })

  it('refuses another site, which could use up the day', async () => {
    const answer = await ada.inject({
      url: '/api/user/export',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'cross_site'])
  })

  it('answers the fourth time in a day 429 with when to come again', async () => {
    const scarce = await testApp({ environment: { RATE_LIMIT_SCALE: '1' } })
    onTestFinished(() => scarce.close())
    const eve = await asAdult(scarce, 'eve@example.org')
    const statuses: number[] = []
    for (let time = 1; time <= 3; time += 1) {
      statuses.push((await eve.inject('/api/user/export')).statusCode)
    }
    expect(statuses).toEqual([200, 200, 200])
    const fourth = await eve.inject('/api/user/export')
    expect([fourth.statusCode, fourth.json().error]).toEqual([
      429,
      'You can export your data 3 times a day. Please try again in 24 hours.',
    ])
    expect(Math.ceil(Number(fourth.headers['retry-after']) / 3600)).toBe(24)
  })
})

describe('GET /api/user/export/fhir', () => {
  it('is a bundle of the account and of everybody whom it keeps, and one person alone for the owner', async () => {
    const { id } = await addPerson(ada, { name: 'Mia' })
    const patients = async (person: Person, url: string) => {
      const answer = await person.inject(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/fhir+json; charset=utf-8'])
      const entries = answer.json().entry as { resource: { resourceType: string; id: string } }[]
      return entries.flatMap(({ resource }) => (resource.resourceType === 'Patient' ? [resource.id] : []))
    }
    expect(await patients(ada, '/api/user/export/fhir')).toEqual([ada.user.id, id])
    expect(await patients(ada, `/api/people/${id}/export/fhir`)).toEqual([id])
    const stranger = await asAdult(server, 'eve@example.org')
    expect((await stranger.inject(`/api/people/${id}/export/fhir`)).statusCode).toBe(404)
  })
})
