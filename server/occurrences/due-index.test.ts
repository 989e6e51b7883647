// On both databases: who waits is woken by what is written.
import { createECDH, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../testing/app.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { asSubscriber, LOGGING_DEVICE, type ReminderFixture, reminderFixture, subscribe } from '../testing/reminders.ts'
import { medications, pushSubscriptions, reminderDue, reminderOccurrences } from '../testing/tables.ts'
import { addAppointment, addMedication, appointmentBody, doseBody, medicationBody, send } from '../testing/writes.ts'
import { planMissing } from './plan-missing.ts'
import { writeDue } from './write-due.ts'

let stage: ReminderFixture
let ada: Person
beforeEach(async () => {
  stage = await reminderFixture()
  ada = await asSubscriber(stage, 'phone')
})
afterEach(async () => {
  expect(stage.faults).toEqual([])
  await stage.server.close()
})

/**
 * Returns the index in instants around Sydney's March 2, which is 11 hours ahead: `8:00` is 21:00Z of the previous day.
 */
const due = async () =>
  (await stage.server.db.select().from(reminderDue).orderBy(reminderDue.dueAt)).map(({ dueAt }) => dueAt.toISOString())
const edit = async (id: string, fields: Record<string, unknown>) =>
  expect((await send(ada, 'PATCH', `/api/medications/${id}`, fields)).statusCode).toBe(200)

describe('the due index', () => {
  it('R2.1 has the next planned dose of every medication, and follows every write', async () => {
    const { id } = await addMedication(ada, { reminderTimes: ['08:00', '20:00'] })
    expect(await due()).toEqual(['2026-03-01T21:00:00.000Z'])
    await edit(id, { reminderTimes: ['07:30'] })
    expect(await due()).toEqual(['2026-03-01T20:30:00.000Z'])
    await edit(id, { startDate: '2027-06-01' })
    expect(await due()).toEqual(['2027-05-31T21:30:00.000Z'])
    await edit(id, { startDate: null, endDate: '2026-03-01' })
    expect(await due()).toEqual([])
    await edit(id, { endDate: null })
    expect(await due()).toHaveLength(1)
    await edit(id, { stoppedAt: new Date(stage.clock.now()).toISOString() })
    expect(await due()).toEqual([])
    await edit(id, { stoppedAt: null })
    expect(await due()).toHaveLength(1)
    expect((await send(ada, 'DELETE', `/api/medications/${id}`)).statusCode).toBe(200)
    expect(await due()).toEqual([])
  })

  it('R2.1 follows the writes of a batch and those that are given back after a restore', async () => {
    const body = doseBody('', {})
    const medication = { id: body.id, name: 'Aspirin', dosage: '1', frequency: '', instructions: '' }
    const calls = [
      {
        key: crypto.randomUUID(),
        method: 'POST',
        path: '/api/medications',
        body: { ...medication, reminderTimes: ['09:00'] },
        originalSeq: 7,
      },
    ]
    const answer = await ada.inject({ method: 'POST', url: '/api/batch', payload: { calls } })
    expect(answer.json().results).toMatchObject([{ status: 201 }])
    expect(await due()).toEqual(['2026-03-01T22:00:00.000Z'])
  })

  it('R2.1 keeps a medication that an appointment is to be added or deleted under the id of, whoever asks', async () => {
    const bob = await asSubscriber(stage, 'tablet')
    const { id } = await addMedication(ada, { reminderTimes: ['08:00'] })
    const appointment = appointmentBody({ id, appointmentDate: '2026-03-20', remindBefore: [120] })
    const call = { key: crypto.randomUUID(), originalSeq: 1 }
    for (const person of [ada, bob]) {
      const added = await send(person, 'POST', '/api/appointments', appointment)
      expect([added.statusCode, added.json().code]).toEqual([409, 'id_conflict'])
      const calls = [
        { ...call, method: 'POST', path: '/api/appointments', body: appointment },
        { ...call, key: crypto.randomUUID(), method: 'DELETE', path: `/api/appointments/${id}` },
      ]
      const given = await person.inject({ method: 'POST', url: '/api/batch', payload: { calls } })
      expect(given.json().results).toMatchObject([{ status: 409 }, { status: 404 }])
      expect(await due()).toEqual(['2026-03-01T21:00:00.000Z'])
    }
    const other = await addAppointment(bob)
    const materialised = await send(ada, 'POST', '/api/medications', medicationBody({ id: other.id }))
    expect([materialised.statusCode, materialised.json().code]).toEqual([409, 'id_conflict'])
  })

  it('R2.1 writes and removes no row of another account', async () => {
    const { id } = await addMedication(ada, { reminderTimes: ['08:00'] })
    const userId = crypto.randomUUID()
    for (const dueAt of [Date.UTC(2026, 5, 1), null]) {
      await writeDue(stage.server.db, [{ medicationId: id, userId, dueAt }])
      expect(await due()).toEqual(['2026-03-01T21:00:00.000Z'])
    }
  })

  it('R2.1 has nothing of accounts without a subscription, and all of it from the first on', async () => {
    const eve = await asAdult(stage.server, 'eve@example.org')
    await addMedication(eve, { reminderTimes: ['08:00'] })
    expect(await due()).toEqual([])
    stage.clock.set('2026-03-01T21:03:00.000Z')
    await subscribe(stage.server, eve.user.id, 'late')
    await stage.worker.pass()
    expect(await due()).toEqual(['2026-03-02T21:00:00.000Z'])
    // The dose of 8:00 was before the subscription.
    for (const time of ['8:05', '8:10', '8:16']) await stage.at(time)
    expect(stage.push.attempts).toEqual([])
  })

  it('R2.1 R4.2 is filled by the call that stores a subscription', async () => {
    const eve = await asAdult(stage.server, 'eve@example.org')
    await addMedication(eve, { reminderTimes: ['08:00'] })
    const device = createECDH('prime256v1')
    const answer = await eve.inject({
      method: 'PUT',
      url: '/api/push/subscription',
      payload: {
        endpoint: 'https://fcm.googleapis.com/fcm/send/eve',
        keys: { p256dh: device.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') },
        deviceId: LOGGING_DEVICE,
        deviceName: 'Phone',
        timeZone: 'Australia/Sydney',
        wording: 'full',
      },
    })
    expect([answer.statusCode, await due()]).toEqual([200, ['2026-03-01T21:00:00.000Z']])
  })

  it('R2.1 leaves out who has no subscription any more, until there is one again', async () => {
    await addMedication(ada, { reminderTimes: ['08:00'] })
    await stage.server.db.delete(pushSubscriptions)
    await stage.at('8:00')
    expect(await due()).toEqual([])
    await subscribe(stage.server, ada.user.id, 'new')
    expect(await due()).toEqual(['2026-03-01T21:00:00.000Z'])
  })

  it('R2.1 fills itself for accounts of before it, in portions', async () => {
    for (let index = 0; index < 3; index += 1) {
      const person = await asSubscriber(stage)
      await addMedication(person, { reminderTimes: ['08:00'] })
    }
    await stage.server.db.delete(reminderDue)
    await stage.another().pass()
    expect(await due()).toHaveLength(3)
  })

  it('R2.1 what has no dose ahead is not missing: a start plans nobody anew for it', async () => {
    await addMedication(ada, { reminderTimes: ['08:00'] })
    await addMedication(ada, { schedule: { kind: 'as-needed' }, reminderTimes: [] })
    await addMedication(ada, { endDate: '2026-02-20' })
    const stopped = await addMedication(ada)
    await edit(stopped.id, { stoppedAt: new Date(stage.clock.now()).toISOString() })
    const { db } = stage.server
    const missing = async () => (await planMissing(db, null, stage.clock.now(), 1)).next
    expect(await missing()).toBeNull()
    await db.delete(reminderDue)
    expect(await missing()).toBe(ada.user.id)
  })

  it('R2.1 a dose that an edit moves into the last minutes still rings, one that was taken up does not again', async () => {
    const { id } = await addMedication(ada, { reminderTimes: ['08:00'] })
    await stage.at('8:00')
    expect(stage.push.take()).toHaveLength(1)
    stage.clock.advance(60_000)
    await edit(id, { instructions: 'With water' })
    await stage.at('8:02')
    expect(stage.push.take()).toEqual([])
    expect(await due()).toEqual(['2026-03-02T21:00:00.000Z'])
    await edit(id, { reminderTimes: ['08:03', '08:00'], editedAt: '2026-03-01T21:02:00.000Z' })
    stage.clock.advance(180_000)
    await stage.worker.pass()
    expect(stage.push.take().map(({ body }) => body)).toEqual(
      expect.arrayContaining([expect.stringContaining('8:03 AM')]),
    )
  })

  it('R2.3 a medication that is stopped or deleted rings no more', async () => {
    const stopped = await addMedication(ada, { reminderTimes: ['08:00'] })
    const deleted = await addMedication(ada, { reminderTimes: ['08:00'] })
    await stage.at('8:00')
    expect(stage.push.take()).toHaveLength(1)
    stage.clock.advance(60_000)
    await edit(stopped.id, { stoppedAt: new Date(stage.clock.now()).toISOString() })
    await send(ada, 'DELETE', `/api/medications/${deleted.id}`)
    for (const time of ['8:05', '8:10', '8:30']) await stage.at(time)
    expect(stage.push.take()).toEqual([])
    expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  })
})

describe('another plan zone', () => {
  const moveTo = async (timeZone: string) =>
    expect((await send(ada, 'PATCH', '/api/user/profile', { timeZone })).statusCode).toBe(200)

  it('R1.4 R2.1 plans everything anew: what was to ring at 8:00 rings at 8:00 there', async () => {
    await addMedication(ada, { reminderTimes: ['08:00'] })
    await moveTo('Australia/Perth')
    expect(await due()).toEqual(['2026-03-02T00:00:00.000Z'])
    await stage.at('8:00')
    expect(stage.push.take()).toEqual([])
    await stage.at('11:00')
    expect(stage.push.take()).toMatchObject([{ body: expect.stringContaining('8:00 AM') }])
  })

  it('R1.4 a slot that rang and is open rings again at its instant there; a settled one never', async () => {
    const open = await addMedication(ada, { reminderTimes: ['08:00'] })
    const settled = await addMedication(ada, { reminderTimes: ['08:00'] })
    await stage.at('8:00')
    await send(ada, 'POST', '/api/doses', doseBody(settled.id, { slot: '2026-03-02 08:00' }))
    await stage.at('8:01')
    stage.push.take()
    await moveTo('Australia/Perth')
    await stage.at('8:05')
    expect(stage.push.take()).toEqual([])
    await stage.at('11:00')
    expect(stage.push.take()).toMatchObject([{ body: expect.stringContaining(open.name) }])
    expect(stage.push.take()).toEqual([])
  })

  it('R1.4 nothing rings of a slot that the new zone has behind it', async () => {
    await addMedication(ada, { reminderTimes: ['08:00'] })
    await moveTo('Pacific/Auckland')
    await stage.at('8:00')
    expect(stage.push.attempts).toEqual([])
    expect(await due()).toEqual(['2026-03-02T19:00:00.000Z'])
  })
})

it('R2.1 R2.2 whoever waits for what is due hears of every write, and of none that changed nothing', async () => {
  let heard = 0
  const server = await testApp({
    onChange: () => {
      heard += 1
    },
  })
  const eve = await asAdult(server, 'eve@example.org')
  const { id } = await addMedication(eve, { reminderTimes: ['08:00'] })
  expect(heard).toBe(1)
  expect((await send(eve, 'POST', '/api/doses', doseBody(id))).statusCode).toBe(201)
  expect(heard).toBe(2)
  expect((await send(eve, 'DELETE', `/api/medications/${crypto.randomUUID()}`)).statusCode).toBe(404)
  expect(heard).toBe(2)
  await server.close()
})

it('R2.1 the index of an erased medication goes with it', async () => {
  const { id } = await addMedication(ada, { reminderTimes: ['08:00'] })
  await stage.at('7:59:30')
  await send(ada, 'DELETE', `/api/medications/${id}`)
  expect(await stage.server.db.select().from(reminderOccurrences)).toEqual([])
  expect(await stage.server.db.select().from(medications).where(eq(medications.id, id))).toEqual([])
})
