import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { addCommand, extraDose, newMedication, testSource } from '#src/testing/device.ts'
import { createDatabase } from './database.ts'
import { databaseName } from './database-names.ts'
import { fileOfUnsent, readUnsentRows } from './unsent-rows.ts'
import { write } from './write.ts'

const source = testSource()
const zone = 'Australia/Sydney'
let users = 3000

/** A user with unsent changes: a new medication with two doses, and a picture; a second picture was sent. */
async function personWithUnsent(): Promise<UserId> {
  users += 1
  const user = sampleId<UserId>(users)
  const db = createDatabase(user)
  await db.open()
  const input = newMedication(source)
  await write({ db, source, zone }, [addCommand(input)])
  await write({ db, source, zone }, [extraDose(source, input)])
  await write({ db, source, zone }, [extraDose(source, input)])
  const picture = (name: string, state: string) => ({
    key: name,
    documentId: name,
    command: { name: 'document.upload' },
    madeAt: '2026-11-20T00:00:00.000Z',
    state,
    refusal: null,
  })
  await db.table('documentQueue').bulkAdd([picture('x-ray', 'waiting'), picture('letter', 'sent')])
  const image = new Blob(['a picture'], { type: 'image/jpeg' })
  await db.table('documentPictures').bulkAdd(['x-ray', 'letter'].map((id) => ({ id, image, thumbnail: null })))
  db.close()
  return user
}

afterEach(() => vi.restoreAllMocks())

describe('what is unsent in a database that the app cannot open', () => {
  it('is read as it lies there, and the database stays at the version it has', async () => {
    const user = await personWithUnsent()
    const newer = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(databaseName(user), 990)
      request.onsuccess = () => resolve(request.result)
    })
    newer.close()
    const unsent = await readUnsentRows(user)
    expect(unsent?.count).toBe(4)
    expect(unsent?.stores.outbox).toMatchObject([
      { command: { name: 'medication.add' } },
      { command: { name: 'dose.record' } },
      { command: { name: 'dose.record' } },
    ])
    const again = (await indexedDB.databases()).find(({ name }) => name === databaseName(user))
    expect(again?.version).toBe(990)
  })

  it('leaves out no row but the one that cannot be read', async () => {
    const user = await personWithUnsent()
    const whole = await readUnsentRows(user)
    const { continue: go } = IDBCursor.prototype
    vi.spyOn(IDBCursor.prototype, 'continue').mockImplementation(function (this: IDBCursor) {
      // The second row of the outbox is broken, from either direction.
      if ((this as { source: IDBObjectStore }).source.name !== 'outbox') return go.call(this)
      const isNext = this.direction === 'next' ? this.primaryKey === 1 : this.primaryKey === 3
      if (isNext) throw new DOMException('Internal error.', 'UnknownError')
      return go.call(this)
    })
    const unsent = await readUnsentRows(user)
    const [first, , third] = whole?.stores.outbox ?? []
    expect(unsent?.stores.outbox).toEqual([first, third])
  })

  it('is nothing, and nothing is made, where there is no database', async () => {
    users += 1
    const user = sampleId<UserId>(users)
    expect(await readUnsentRows(user)).toBeNull()
    const names = (await indexedDB.databases()).map(({ name }) => name)
    expect(names).not.toContain(databaseName(user))
  })

  it('is not told where the browser refuses, and where it never answers', async () => {
    const user = await personWithUnsent()
    const opening = vi.spyOn(indexedDB, 'open')
    opening.mockImplementation(() => {
      throw new DOMException('Denied.', 'SecurityError')
    })
    expect(await readUnsentRows(user)).toBeNull()
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    opening.mockReturnValue({} as IDBOpenDBRequest)
    const asked = readUnsentRows(user)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    expect(await asked).toBeNull()
  })

  it('makes a file with the pictures in it', async () => {
    const unsent = await readUnsentRows(await personWithUnsent())
    const file = JSON.parse(await (await fileOfUnsent(unsent ?? { count: 0, stores: {} })).text())
    expect(file.outbox).toHaveLength(3)
    expect(file.documentPictures).toHaveLength(1)
    expect(file.documentPictures[0].image).toBe(`data:image/jpeg;base64,${btoa('a picture')}`)
  })
})
