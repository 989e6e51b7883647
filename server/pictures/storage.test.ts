// On both databases: locks of an account.
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '#tests/support/wait.ts'
import { transaction } from '../db/transaction.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { memoryBlobs } from '../testing/blobs.ts'
import { exportOf, importInto } from '../testing/exports.ts'
import { valueIn } from '../testing/metrics.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { addPerson, on } from '../testing/people-of.ts'
import { jpegOf, multipartOf } from '../testing/pictures.ts'
import { testRecogniser } from '../testing/recogniser.ts'
import { medicalDocuments } from '../testing/tables.ts'

const MEGABYTE = 1024 * 1024
const blobs = memoryBlobs()
let server: TestApp
let picture: Buffer
beforeAll(async () => {
  server = await testApp({ blobs, recogniser: testRecogniser(), environment: { ACCOUNT_QUOTA_MB: '2' } })
  picture = await jpegOf(60, 80)
})
afterAll(() => server.close())

let ada: Person
let turn = 0
beforeEach(async () => {
  turn += 1
  ada = await asAdult(server, `ada${turn}@example.org`)
})

const UPLOAD = '/api/medical-documents/upload'
const upload = (url = UPLOAD, key: string = randomUUID(), id: string = randomUUID()) => {
  const { payload, headers } = multipartOf({ id }, { bytes: picture })
  return ada.inject({ method: 'POST', url, payload, headers: { ...headers, 'idempotency-key': key } })
}
/** Makes the account's documents take this many bytes in total. */
async function take(bytes: number): Promise<string> {
  const { id } = (await upload()).json()
  await server.db.update(medicalDocuments).set({ imageBytes: bytes }).where(eq(medicalDocuments.id, id))
  return id
}
const used = async () => (await ada.inject('/api/user/storage')).json().usedBytes

describe('the room of an account', () => {
  it('is what its pictures take, both files of each', async () => {
    expect(await used()).toBe(0)
    const before = new Set(await blobs.idsBefore(Number.POSITIVE_INFINITY))
    await upload()
    await upload('/api/prescriptions/upload')
    let bytes = 0
    for (const id of await blobs.idsBefore(Number.POSITIVE_INFINITY)) {
      if (!before.has(id)) bytes += (await blobs.get(id))?.length ?? 0
    }
    expect((await ada.inject('/api/user/storage')).json()).toEqual({
      usedBytes: bytes,
      quotaBytes: 2 * MEGABYTE,
    })
  })

  it.each([UPLOAD, '/api/prescriptions/upload'])(
    'that is used up is the refusal of %s, which says how much it is and leaves no file',
    async (url) => {
      await take(2 * MEGABYTE - 1)
      const before = blobs.size()
      const answer = await upload(url)
      expect(answer.statusCode).toBe(413)
      expect(answer.json()).toMatchObject({
        code: 'storage_full',
        error:
          'Your documents and scans take 2 MB of 2 MB, and this needs more. Delete some that you no longer need, then try again.',
      })
      expect(blobs.size()).toBe(before)
    },
  )

  it('is there again after a deletion, also for the very upload that was refused', async () => {
    const id = await take(2 * MEGABYTE)
    const key = randomUUID()
    expect((await upload(UPLOAD, key)).statusCode).toBe(413)
    await ada.inject({ method: 'DELETE', url: `/api/medical-documents/${id}` })
    expect((await upload(UPLOAD, key)).statusCode).toBe(201)
  })

  it('is no reason to refuse what was taken already', async () => {
    const [key, id] = [randomUUID(), randomUUID()]
    expect((await upload(UPLOAD, key, id)).statusCode).toBe(201)
    await take(2 * MEGABYTE)
    expect((await upload(UPLOAD, key, id)).statusCode).toBe(201)
  })

  it('is not exceeded by two that arrive at once', async () => {
    await upload()
    const one = await used()
    await take(2 * MEGABYTE - 2 * one - 1)
    const answers = await Promise.all([upload(), upload()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 413])
    expect(await used()).toBeLessThanOrEqual(2 * MEGABYTE)
  })

  // Only several connections can be at work at once.
  it.runIf(process.env.TEST_DATABASE === 'postgres')(
    'is not exceeded by two that arrive at once for different people of the account',
    async () => {
      const mia = on(ada, await addPerson(ada))
      await upload()
      await take(2 * MEGABYTE - 2 * (await used()) - 1)
      const send = (person: Person) => {
        const { payload, headers } = multipartOf({ id: randomUUID() }, { bytes: picture })
        return person.inject({
          method: 'POST',
          url: UPLOAD,
          payload,
          headers: { ...headers, 'idempotency-key': randomUUID() },
        })
      }
      const sent = await transaction(server.db, async (tx) => {
        // Both have to have looked for room before either takes it.
        await tx.execute(sql`lock table medical_documents in share mode`)
        const both = [send(ada), send(mia)]
        await until(async () => {
          const { rows } = (await tx.execute(sql`
            select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
            where not granted and datname = current_database()`)) as unknown as { rows: unknown[] }
          return rows.length === 2
        })
        return both
      })
      const answers = await Promise.all(sent)
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 413])
      expect(await used()).toBeLessThanOrEqual(2 * MEGABYTE)
    },
  )

  it('is that of an import too: what does not fit changes nothing', async () => {
    await upload()
    const exported = await exportOf(ada)
    const rest = 2 * MEGABYTE - (await used())
    ada = await asAdult(server, `bea${turn}@example.org`)
    await take(rest + 1)
    const before = [await used(), blobs.size()]
    const refused = await importInto(ada, exported)
    expect([refused.statusCode, refused.json().code]).toEqual([413, 'storage_full'])
    expect(refused.json().error).toMatch(/^Nothing was imported\. Your documents and scans take 2 MB of 2 MB/)
    expect([await used(), blobs.size()]).toEqual(before)
  })

  it('that was missing is counted', async () => {
    await take(2 * MEGABYTE)
    const counted = async () =>
      valueIn((await server.inject('/api/metrics')).body, 'dosewell_uploads_refused_total{reason="quota"}')
    const before = (await counted()) ?? 0
    await upload()
    expect(await counted()).toBe(before + 1)
  })
})
