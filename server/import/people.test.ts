import { randomUUID } from 'node:crypto'
import { strFromU8 } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedPerson } from '#domain/records/person.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { emptyExport, exportOf, exportOfPerson, importInto, listIn, withList, zipOfFiles } from '../testing/exports.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on, share } from '../testing/people-of.ts'
import { jpegOf, multipartOf } from '../testing/pictures.ts'
import { addAppointment, addMedication, doseBody, list, readLog, send, supplyBody } from '../testing/writes.ts'

/** What was typed for Mia’s emergency card. */
const CARD = { allergies: 'Peanuts', conditions: '', bloodGroup: null, contacts: [], note: '' }

let server: TestApp
let ada: Person
let bob: Person
let mia: ListedPerson
beforeAll(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
  mia = await addPerson(ada, { name: 'Mia', relation: 'daughter', emergency: CARD })
  await addMedication(ada, { name: 'Ownol' })
  const { id } = await addMedication(on(ada, mia), { name: 'Syrup', amounts: { unit: 'tablet', each: '1' } })
  await addAppointment(on(ada, mia), { doctorName: 'Dr Penn' })
  await share(ada, mia, bob, 'help')
  await send(on(bob, mia), 'POST', '/api/doses', doseBody(id, { slot: '2026-03-02 20:00' }))
  await send(on(ada, mia), 'POST', '/api/supply-events', supplyBody(id))
  const upload = multipartOf({ documentName: 'Card' }, { bytes: await jpegOf() })
  await on(ada, mia).inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })
})
afterAll(() => server.close())

const cardOf = async (account: Person, { id }: ListedPerson) =>
  (await account.inject('/api/people')).json().find((one: ListedPerson) => one.id === id).emergency

const importFrom = (account: Person, files: Record<string, Uint8Array>, from: string) => {
  const bytes = zipOfFiles(files)
  const upload = multipartOf({}, { name: 'file', filename: 'dosewell.zip', type: 'application/zip', bytes })
  return account.inject({ method: 'POST', url: `/api/user/import?from=${from}`, ...upload })
}

describe('an export', () => {
  it('of the account has everybody whom it keeps, each in a folder of their own', async () => {
    const files = await exportOf(ada)
    const folder = `people/${mia.id}`
    expect(listIn(files, 'people')).toMatchObject([{ id: mia.id, name: 'Mia', relation: 'daughter' }])
    expect(listIn(files, 'medications')).toMatchObject([{ name: 'Ownol' }])
    expect(listIn(files, `${folder}/medications`)).toMatchObject([{ name: 'Syrup' }])
    expect(listIn(files, `${folder}/doses`)).toMatchObject([{ by: { name: 'bob' } }])
    expect(listIn(files, `${folder}/supply`)).toHaveLength(1)
    expect(listIn(files, `${folder}/shared-with`)).toMatchObject([{ role: 'help', helperId: bob.user.id }])
    expect(Object.keys(files).filter((name) => name.startsWith(`${folder}/documents/`))).toHaveLength(1)
    expect(Object.entries(files).filter(([, bytes]) => /tokenHash|codeHash/.test(strFromU8(bytes)))).toEqual([])
  })

  it('of one person has that person and nobody else', async () => {
    const files = await exportOfPerson(ada, mia.id)
    expect(JSON.parse(strFromU8(files['account.json'] as Uint8Array))).toMatchObject({ accountId: mia.id })
    expect(listIn(files, 'people')).toMatchObject([{ id: mia.id, name: 'Mia', relation: 'daughter', emergency: CARD }])
    expect(listIn(files, 'people')[0]).not.toHaveProperty('ownerId')
    expect(listIn(files, 'medications')).toMatchObject([{ name: 'Syrup' }])
    const all = Object.values(files)
      .map((bytes) => strFromU8(bytes))
      .join('')
    expect(all).not.toMatch(/Ownol|ada@example/)
  })

  it('of one person is the owner’s alone', async () => {
    const helper = await bob.inject(`/api/people/${mia.id}/export`)
    expect([helper.statusCode, helper.json().code]).toEqual([403, 'role_too_small'])
    const stranger = await asAdult(server, 'eve@example.org')
    expect((await stranger.inject(`/api/people/${mia.id}/export`)).statusCode).toBe(404)
    const foreign = { url: `/api/people/${mia.id}/export`, headers: { 'sec-fetch-site': 'cross-site' } }
    expect((await ada.inject(foreign)).json().code).toBe('cross_site')
  })
})

it('the pictures of people count among those of the account that keeps them', async () => {
  const storage = async () => (await ada.inject('/api/user/storage')).json().usedBytes
  const before = await storage()
  expect(before).toBeGreaterThan(0)
  const upload = multipartOf({ documentName: 'Letter' }, { bytes: await jpegOf() })
  await on(ada, mia).inject({ method: 'POST', url: '/api/medical-documents/upload', ...upload })
  expect(await storage()).toBe(2 * before)
})

describe('an import', () => {
  it('of one person’s export goes into another account’s person', async () => {
    const zoe = await asAdult(server, 'zoe@example.org')
    const child = await addPerson(zoe, { name: 'Mia' })
    const answer = await importInto(on(zoe, child), await exportOfPerson(ada, mia.id))
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        medications: { added: 1 },
        doses: { added: 1 },
        supply: { added: 1 },
        documents: { added: 2 },
        emergency: { added: 1 },
      },
    ])
    expect(await cardOf(zoe, child)).toEqual(CARD)
    expect((await list(on(zoe, child))).map(({ name }) => name)).toEqual(['Syrup'])
    expect(await list(zoe)).toEqual([])
    // What somebody says in a file of who made an entry is not taken for true.
    expect((await readLog(on(zoe, child)))[0]).not.toHaveProperty('by')
  })

  it('of a whole export goes person by person, naming who is in it', async () => {
    const max = await asAdult(server, 'max@example.org')
    const files = await exportOf(ada)
    const whole = await importInto(max, files)
    expect(whole.json()).toMatchObject({ people: [{ id: mia.id, name: 'Mia' }], medications: { added: 1 } })
    expect((await list(max)).map(({ name }) => name)).toEqual(['Ownol'])
    expect(whole.json().emergency.inFile).toBe(0)
    const child = await addPerson(max, { name: 'Mia' })
    const part = await importFrom(on(max, child), files, mia.id)
    expect([part.statusCode, part.json()]).toMatchObject([200, { medications: { added: 1 }, documents: { added: 2 } }])
    expect((await list(on(max, child))).map(({ name }) => name)).toEqual(['Syrup'])
    expect(await cardOf(max, child)).toEqual(CARD)
  })

  it('into the person it came from adds nothing twice', async () => {
    const answer = await importInto(on(ada, mia), await exportOfPerson(ada, mia.id))
    expect(answer.json()).toMatchObject({
      medications: { added: 0, there: 1 },
      doses: { added: 0, there: 1 },
      emergency: { added: 0, there: 1 },
    })
  })

  it('takes a file with twenty people whose emergency cards are full', async () => {
    const contacts = Array(4).fill({ name: '請'.repeat(80), relation: '請'.repeat(40), phone: '0400 000 000' })
    const texts = { allergies: '請'.repeat(400), conditions: '請'.repeat(400), note: '請'.repeat(200) }
    const full = { ...CARD, ...texts, contacts }
    const people = Array.from({ length: 20 }, () => ({ id: randomUUID(), name: '請'.repeat(80), emergency: full }))
    const answer = await importInto(ada, withList(emptyExport(), 'people', people))
    expect([answer.statusCode, answer.json().problemCount]).toEqual([200, 0])
  })

  it('from somebody who is not in the file is refused with a sentence', async () => {
    const answer = await importFrom(ada, await exportOf(ada), ada.user.id)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid'])
  })
})
