import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DocumentId, PrescriptionId, SlotId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { sampleDocument, samplePrescription } from '#domain/testing/samples.ts'
import { endAllSessions, purgeSessions } from '../accounts/sessions.ts'
import { grantPromotion } from '../plans/promotions.ts'
import { setAside } from '../queue/set-aside.ts'
import { localChangeNotifications } from '../sync/change-notifications.ts'
import type { Erasure } from '../sync/erasure-journal.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { NO_JOURNAL } from '../testing/journal.ts'
import { asConsentedMinor, askParent, mailedToken, press } from '../testing/minors.ts'
import { asAdult, type Person, signIn } from '../testing/people.ts'
import { share } from '../testing/people-of.ts'
import { subscriptionBody } from '../testing/push.ts'
import { rememberRows } from '../testing/restore.ts'
import * as schema from '../testing/tables.ts'
import {
  consentRequests,
  contactMessages,
  documentRecipients,
  helperNotices,
  identities,
  incomingEmails,
  mailOptOuts,
  mails,
  medicalDocuments,
  prescriptions,
  pushSends,
  pushSubscriptions,
  reminderDue,
  reminderMails,
  reminderOccurrences,
  sessions,
  supplyNotices,
  tombstones,
  users,
} from '../testing/tables.ts'
import {
  addAppointment,
  addMedication,
  appointmentBody,
  doseBody,
  list,
  listAppointments,
  medicationBody,
  readLog,
  send,
  supplyBody,
} from '../testing/writes.ts'
import { applyErasures } from './erasures.ts'
import { missingErasures } from './missing-erasures.ts'

const DAY = 86_400_000

/**
 * Everything that must be deleted with an account: each table that names a user, except sessions, which tell devices
 * that it is gone.
 */
const OWNED = Object.values(schema).flatMap((table) => ('userId' in table && table !== sessions ? [table] : []))

let server: TestApp
let ada: Person
let bob: Person
beforeEach(async () => {
  server = await testApp()
  ada = await asAdult(server, 'ada@example.org')
  bob = await asAdult(server, 'bob@example.org')
  server.erasures.length = 0
})
afterEach(() => server.close())

const now = () => new Date(server.clock.now()).toISOString()
const signOut = (person: Person) => person.inject({ url: '/api/logout', headers: { 'sec-fetch-site': 'same-origin' } })
/** As stored; no test here looks at its files. */
const documentRow = (userId: string, id: string = randomUUID()) => ({
  id,
  userId,
  record: sampleDocument({ id: id as DocumentId }),
  imageBlob: randomUUID(),
  thumbnailBlob: randomUUID(),
  imageBytes: 1,
  uploadHash: 'x',
})
const scanRow = (userId: string, id: string = randomUUID()) => ({
  ...documentRow(userId, id),
  record: samplePrescription({ id: id as PrescriptionId }),
})
const sessionsOf = (person: Person) => server.db.select().from(sessions).where(eq(sessions.userId, person.user.id))

describe('S11.8 what goes into the journal', () => {
  it('a deleted medication, before the answer, with ids and the instant and nothing else', async () => {
    const { id } = await addMedication(ada)
    await send(ada, 'DELETE', `/api/medications/${id}`)
    expect(server.erasures).toEqual([{ kind: 'medication', user: ada.user.id, id, at: now() }])
  })

  it('a deleted appointment, told apart from a medication', async () => {
    const { id } = await addAppointment(ada)
    await send(ada, 'DELETE', `/api/appointments/${id}`)
    expect(server.erasures).toEqual([{ kind: 'appointment', user: ada.user.id, id, at: now() }])
  })

  it('one deleted in a batch', async () => {
    const { id } = await addMedication(ada)
    const call = { method: 'DELETE', path: `/api/medications/${id}`, key: randomUUID() }
    const answer = await send(ada, 'POST', '/api/batch', { calls: [call] })
    expect(answer.json().results[0].status).toBe(200)
    expect(server.erasures).toEqual([{ kind: 'medication', user: ada.user.id, id, at: now() }])
  })

  it('not what was refused: an unknown one, and another’s', async () => {
    const { id } = await addMedication(bob)
    for (const other of [randomUUID(), id]) {
      expect((await send(ada, 'DELETE', `/api/medications/${other}`)).statusCode).toBe(404)
    }
    expect(server.erasures).toEqual([])
  })

  it('a signed-out session, and all sessions of an account', async () => {
    const [row] = await sessionsOf(ada)
    await signOut(ada)
    await endAllSessions(
      {
        db: server.db,
        clock: server.clock,
        changeNotifications: localChangeNotifications(),
        journal: {
          ...NO_JOURNAL,
          record: async (...erased) => void server.erasures.push(...erased),
        },
      },
      bob.user.id,
    )
    expect(server.erasures).toEqual([
      { kind: 'session', id: row?.id, at: now() },
      { kind: 'sessions', user: bob.user.id, at: now() },
    ])
  })
})

it('S11.8 a deletion that the journal could not take is not answered; the same key makes it good', async () => {
  let disk: 'full' | 'free' = 'full'
  const erasures: Erasure[] = []
  const own = await testApp({
    journal: {
      ...NO_JOURNAL,
      record: async (...erased) => {
        if (disk === 'full') throw new Error('ENOSPC')
        erasures.push(...erased)
      },
    },
  })
  try {
    const eve = await asAdult(own, 'eve@example.org')
    const { id } = await addMedication(eve)
    const key = randomUUID()
    expect((await send(eve, 'DELETE', `/api/medications/${id}`, undefined, key)).statusCode).toBe(500)
    disk = 'free'
    expect((await send(eve, 'DELETE', `/api/medications/${id}`, undefined, key)).statusCode).toBe(200)
    expect(erasures).toMatchObject([{ kind: 'medication', user: eve.user.id, id }])
  } finally {
    await own.close()
  }
})

describe('S11.8 applying the journal to an older state', () => {
  it('S11.7 deletes the medication with its doses, and its id cannot be written again', async () => {
    const [gone, kept] = [await addMedication(ada), await addMedication(ada)]
    for (const { id } of [gone, kept]) await send(ada, 'POST', '/api/doses', doseBody(id))
    const erasure: Erasure = { kind: 'medication', user: ada.user.id, id: gone.id, at: now() }
    expect(await applyErasures(server.db, [erasure])).toEqual({
      medications: 1,
      appointments: 0,
      sessions: 0,
      accounts: 0,
    })
    expect((await list(ada)).map(({ id }) => id)).toEqual([kept.id])
    expect((await readLog(ada)).map(({ medicationId }) => medicationId)).toEqual([kept.id])
    const again = await send(ada, 'POST', '/api/medications', medicationBody({ id: gone.id }))
    expect(again.statusCode).toBe(409)
    expect(await applyErasures(server.db, [erasure])).toEqual({
      medications: 0,
      appointments: 0,
      sessions: 0,
      accounts: 0,
    })
  })

  it('S11.7 a medication younger than the snapshot leaves its tombstone all the same', async () => {
    const id = randomUUID()
    await applyErasures(server.db, [{ kind: 'medication', user: ada.user.id, id, at: now() }])
    expect(await server.db.select().from(tombstones)).toMatchObject([{ userId: ada.user.id, id }])
  })

  it('touches nothing of another user, whatever ids a line names', async () => {
    const { id } = await addMedication(bob)
    await applyErasures(server.db, [{ kind: 'medication', user: ada.user.id, id, at: now() }])
    expect(await list(bob)).toHaveLength(1)
    expect(await server.db.select().from(tombstones)).toEqual([])
  })

  it('ends the session, and only that', async () => {
    const second = await signIn(server, 'ada@example.org')
    const [first] = await sessionsOf(ada)
    const erased = await applyErasures(server.db, [{ kind: 'session', id: first?.id ?? '', at: now() }])
    expect(erased.sessions).toBe(1)
    const answers = await Promise.all([ada, second].map((person) => person.inject('/api/auth/user')))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  })

  it('ends all sessions the user had then, and none that began later', async () => {
    const erasure: Erasure = { kind: 'sessions', user: ada.user.id, at: now() }
    server.clock.advance(1_000)
    const later = await signIn(server, 'ada@example.org')
    expect((await applyErasures(server.db, [erasure])).sessions).toBe(1)
    expect((await ada.inject('/api/auth/user')).statusCode).toBe(401)
    expect((await later.inject('/api/auth/user')).statusCode).toBe(200)
    expect((await bob.inject('/api/auth/user')).statusCode).toBe(200)
  })

  it.each([
    ['document', medicalDocuments, documentRow],
    ['prescription', prescriptions, scanRow],
  ] as const)('buries a %s that came back, and one that only a device may still bring', async (kind, table, rowOf) => {
    const [held, unknown] = [randomUUID(), randomUUID()]
    await server.db.insert(table).values(rowOf(ada.user.id, held) as never)
    const erasures = [held, unknown].map((id) => ({ kind, user: ada.user.id, id, at: now() }) as const)
    await applyErasures(server.db, erasures)
    expect(await server.db.select().from(table)).toEqual([])
    expect(await server.db.select({ id: tombstones.id }).from(tombstones)).toEqual(
      expect.arrayContaining([{ id: held }, { id: unknown }]),
    )
    expect(await missingErasures(server.db, [], server.clock.now())).toEqual(expect.arrayContaining(erasures))
  })

  it('S11.7 deletes the appointment, and its id cannot be written again', async () => {
    const [gone, kept] = [await addAppointment(ada), await addAppointment(ada)]
    const erasure: Erasure = { kind: 'appointment', user: ada.user.id, id: gone.id, at: now() }
    expect(await applyErasures(server.db, [erasure])).toMatchObject({ medications: 0, appointments: 1 })
    expect((await listAppointments(ada)).map(({ id }) => id)).toEqual([kept.id])
    const again = await send(ada, 'POST', '/api/appointments', appointmentBody({ id: gone.id }))
    expect([again.statusCode, again.json().code]).toEqual([409, 'id_conflict'])
  })

  it('removes an account with everything of it; its devices hear 410', async () => {
    const { id } = await addMedication(ada, { amounts: { unit: 'tablet', each: '1' } })
    await addAppointment(ada)
    await send(ada, 'POST', '/api/doses', doseBody(id), randomUUID())
    await send(ada, 'POST', '/api/supply-events', supplyBody(id))
    await addMedication(bob)
    await ada.inject({ method: 'PUT', url: '/api/push/subscription', payload: subscriptionBody() })
    const at = new Date(server.clock.now())
    const owned = { userId: ada.user.id, medicationId: id }
    const slotId = 'x' as SlotId
    await server.db
      .insert(reminderDue)
      .values({ ...owned, dueAt: at })
      .onConflictDoNothing()
    await server.db
      .insert(reminderOccurrences)
      .values({ ...owned, slotId, date: '2026-03-02', time: '20:00', slotAt: at, lookAt: at })
    await server.db.insert(reminderMails).values({ ...owned, slotId, date: '2026-03-02', time: '20:00', slotAt: at })
    await server.db.insert(supplyNotices).values({ ...owned, about: 'supply', step: 7, basis: 'x', date: '2026-03-02' })
    await server.db.insert(pushSends).values({
      id: 'x',
      userId: ada.user.id,
      kind: 'reminder',
      tag: 'x',
      slotIds: [slotId],
      dueAt: at,
      expiresAt: at,
      claimedAt: at,
      outcome: 'pending',
    })
    await server.db.insert(medicalDocuments).values(documentRow(ada.user.id))
    await server.db.insert(prescriptions).values(scanRow(ada.user.id))
    await server.db.insert(consentRequests).values({
      id,
      userId: ada.user.id,
      number: 1,
      tokenHash: 'x',
      parentEmail: 'parent@example.org',
      sentAt: at,
    })
    await send(ada, 'POST', '/api/user/tokens', { name: 'Kitchen', scopes: ['read'] })
    await send(ada, 'POST', '/api/user/webhooks', { event: 'doses', url: 'https://hooks.example.org/x' })
    await server.db.insert(contactMessages).values({
      id: randomUUID(),
      userId: ada.user.id,
      name: 'Ada',
      email: 'ada@work.example.org',
      subject: 'Hello',
      message: 'Hello there',
      receivedAt: at,
    })
    const grant = { months: 1, promoType: 'auto_renew', by: bob.user.id } as const
    await grantPromotion(server, { ...grant, email: ada.email })
    await server.db.insert(incomingEmails).values({
      id: randomUUID(),
      userId: ada.user.id,
      fromName: 'Ada',
      fromEmail: 'ada@example.org',
      subject: 'Hello',
      textContent: 'Hello there',
      attachments: 0,
      isRead: false,
      isPriority: false,
      fingerprint: 'x',
      receivedAt: at,
    })
    await server.db.insert(mails).values({
      id: randomUUID(),
      userId: ada.user.id,
      recipient: 'ada@example.org',
      isBulk: false,
      state: 'waiting',
      nextAt: at,
      createdAt: at,
    })
    await setAside(server.db, [{ kind: 'schedule', subject: id, userId: ada.user.id, error: null }], server.clock.now())
    await server.db.insert(mailOptOuts).values({ userId: ada.user.id, at })
    await share(ada, ada.user, bob, 'view')
    const helperNotice = { slotId, date: '2026-03-02', time: '20:00', slotAt: at, helperId: bob.user.id }
    await server.db.insert(helperNotices).values({ ...owned, ...helperNotice })
    const identity = { issuer: 'https://idp.example.org', subject: 'ada', linkedAt: at }
    await server.db.insert(identities).values({ ...identity, userId: ada.user.id })
    await server.db.insert(documentRecipients).values({ userId: ada.user.id, mailboxHash: 'x', lastSentAt: at })
    for (const table of OWNED) {
      const rows = await server.db.select().from(table).where(eq(table.userId, ada.user.id))
      if (table !== tombstones) expect(rows).not.toEqual([])
    }
    const erased = await applyErasures(server.db, [
      { kind: 'account', user: ada.user.id, at: now() },
      { kind: 'medication', user: ada.user.id, id, at: now() },
    ])
    expect(erased.accounts).toBe(1)
    for (const table of OWNED) {
      expect(await server.db.select().from(table).where(eq(table.userId, ada.user.id))).toEqual([])
    }
    expect(await server.db.select().from(users)).toMatchObject([{ id: bob.user.id }])
    expect((await ada.inject('/api/auth/user')).statusCode).toBe(410)
    expect(await list(bob)).toHaveLength(1)
  })
})

describe('R4.3 S11.8 a subscription that ended after the snapshot stays ended', () => {
  const url = '/api/push/subscription'
  const put = async (person: Person, body = subscriptionBody()) => {
    const answer = await person.inject({ method: 'PUT', url, payload: body })
    expect(answer.statusCode).toBe(200)
    return body
  }
  const left = async () => (await server.db.select().from(pushSubscriptions)).map(({ endpoint }) => endpoint).sort()
  /** Does the work, restores the database to its earlier state, and applies the journal. */
  const undoing = async (work: () => Promise<unknown>) => {
    const putBack = await rememberRows(server.db)
    await work()
    await putBack()
    await applyErasures(server.db, server.erasures)
  }

  it('by signing out, whichever session of the device the snapshot knows', async () => {
    const kept = await put(bob)
    const body = await put(ada)
    await undoing(async () => {
      const second = await signIn(server, 'ada@example.org')
      await put(second, body)
      await signOut(second)
    })
    expect(await left()).toEqual([kept.endpoint])
  })

  it('by signing out on a server that only knows of the session', async () => {
    await put(ada)
    const [session] = await sessionsOf(ada)
    await applyErasures(server.db, [{ kind: 'session', id: session?.id ?? '', at: now() }])
    expect(await left()).toEqual([])
  })

  it('by ending all sessions; one that began later is left', async () => {
    await put(ada)
    const then = now()
    server.clock.advance(1000)
    const later = await put(await signIn(server, 'ada@example.org'))
    await applyErasures(server.db, [{ kind: 'sessions', user: ada.user.id, at: then }])
    expect(await left()).toEqual([later.endpoint])
  })

  it('by switching reminders off on the device', async () => {
    const { endpoint } = await put(ada)
    const kept = await put(ada)
    await undoing(() => ada.inject({ method: 'DELETE', url, payload: { endpoint } }))
    expect(await left()).toEqual([kept.endpoint])
  })

  it('by moving to another account: the first one’s reminders do not come back to the screen of the second', async () => {
    const body = await put(ada)
    await undoing(() => put(bob, body))
    expect(await left()).toEqual([])
  })

  it('is not ended for the device while the journal cannot take it', async () => {
    const own = await testApp({
      journal: { ...NO_JOURNAL, record: () => Promise.reject(new Error('ENOSPC')) },
    })
    try {
      const eve = await asAdult(own, 'eve@example.org')
      const { endpoint } = await put(eve)
      expect((await eve.inject({ method: 'DELETE', url, payload: { endpoint } })).statusCode).toBe(500)
      expect((await eve.inject(url)).json().devices).toHaveLength(1)
    } finally {
      await own.close()
    }
  })
})

it('S11.8 what the database knows and the journal missed is found, of the last 35 days', async () => {
  const [old, young] = [await addMedication(ada), await addMedication(ada)]
  await send(ada, 'DELETE', `/api/medications/${old.id}`)
  server.clock.advance(30 * DAY)
  await send(ada, 'DELETE', `/api/medications/${young.id}`)
  await signOut(ada)
  const recorded = [...server.erasures]
  expect(await missingErasures(server.db, recorded, server.clock.now())).toEqual([])
  expect(await missingErasures(server.db, [], server.clock.now())).toEqual(recorded)
  server.clock.advance(6 * DAY)
  expect(await missingErasures(server.db, [], server.clock.now())).toEqual(recorded.slice(1))
})

it('S11.8 one whose instant is none keeps no other out of the journal, and counts as of now', async () => {
  const [broken, other] = [await addMedication(ada), await addMedication(ada)]
  for (const { id } of [broken, other]) await send(ada, 'DELETE', `/api/medications/${id}`)
  await server.db.update(tombstones).set({ deletedAt: sql`'infinity'` }).where(eq(tombstones.id, broken.id))
  server.clock.advance(1_000)
  const found = await missingErasures(server.db, [], server.clock.now())
  const at = toInstant(server.clock.now())
  expect(found).toContainEqual({ kind: 'medication', user: ada.user.id, id: broken.id, at })
  expect(found).toContainEqual(expect.objectContaining({ kind: 'medication', id: other.id }))
})

describe('S11.8 a consent that was withdrawn after the snapshot stays withdrawn', () => {
  const health = async (person: Person) => (await person.inject('/api/medications')).statusCode

  it('journalled with ids and the instant and nothing else, and erased again after a restore', async () => {
    const { minor, token } = await asConsentedMinor(server, 'teen@example.org')
    const restoreRows = await rememberRows(server.db)
    await press(server, token, 'withdraw')
    const [erasure] = server.erasures
    expect(server.erasures).toEqual([{ kind: 'consent', user: minor.user.id, id: expect.any(String), at: now() }])
    await restoreRows()
    expect(await health(minor)).toBe(200)
    await applyErasures(server.db, [erasure as Erasure])
    expect(await health(minor)).toBe(403)
    expect((await minor.inject('/api/auth/user')).json()).toMatchObject({
      parentalConsentGiven: false,
      parentalConsent: { state: 'withdrawn' },
    })
  })

  it('one that was given anew by a later request stands', async () => {
    const { minor, token } = await asConsentedMinor(server, 'teen@example.org')
    await press(server, token, 'withdraw')
    await askParent(minor, 'again@example.org')
    await press(server, mailedToken(server, 'again@example.org'), 'accept')
    await applyErasures(server.db, server.erasures)
    expect(await health(minor)).toBe(200)
  })

  it('is found by the hourly look when the journal missed it', async () => {
    const { minor, token } = await asConsentedMinor(server, 'teen@example.org')
    await press(server, token, 'withdraw')
    const missing = await missingErasures(server.db, [], server.clock.now())
    expect(missing).toEqual(server.erasures.filter(({ kind }) => kind === 'consent'))
    expect(missing).toMatchObject([{ user: minor.user.id }])
    expect(await missingErasures(server.db, missing, server.clock.now())).toEqual([])
  })
})

describe('old sessions', () => {
  it('are removed 90 days after their end, and not before', async () => {
    await signOut(ada)
    server.clock.advance(90 * DAY)
    await purgeSessions(server.db, server.clock.now())
    expect(await sessionsOf(ada)).toHaveLength(1)
    server.clock.advance(1)
    await purgeSessions(server.db, server.clock.now())
    expect(await sessionsOf(ada)).toEqual([])
    expect(await sessionsOf(bob)).toHaveLength(1)
    server.clock.advance(180 * DAY)
    await purgeSessions(server.db, server.clock.now())
    expect(await sessionsOf(bob)).toEqual([])
  })

  it('of a deleted account answer 410 for as long as a device may send their cookie', async () => {
    await signOut(ada)
    await server.db.delete(users).where(eq(users.id, ada.user.id))
    server.clock.advance(179 * DAY)
    await purgeSessions(server.db, server.clock.now())
    expect((await ada.inject('/api/auth/user')).statusCode).toBe(410)
  })
})
