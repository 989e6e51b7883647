import { randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BlobStore } from '../pictures/blob-store.ts'

const WORDS = Buffer.from('Referral to Dr. Lee, Cardiology')
const LATER = Date.now() + 60_000

/**
 * The test suite that every blob store has to pass.
 * @param open called once, before the first test
 */
export function blobSuite(place: string, open: () => BlobStore | Promise<BlobStore>): void {
  describe(`blobs as ${place}`, () => {
    let store: BlobStore
    beforeAll(async () => {
      store = await open()
    })

    it('give back exactly what was put, also nothing at all and every byte there is', async () => {
      const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
      for (const bytes of [WORDS, Buffer.alloc(0), everyByte]) {
        const id = v7()
        await store.put(id, bytes)
        expect(await store.get(id)).toEqual(bytes)
      }
    })

    it('have nothing under an id that was never put or was removed; removing twice is no error', async () => {
      const id = v7()
      expect(await store.get(id)).toBeNull()
      await store.put(id, WORDS)
      await store.remove(id)
      await store.remove(id)
      expect(await store.get(id)).toBeNull()
      expect(await store.idsBefore(LATER)).not.toContain(id)
    })

    it('name those put before an instant, each once, and no others', async () => {
      const before = await store.idsBefore(LATER)
      const ids = Array.from({ length: 5 }, () => v7())
      for (const id of ids) await store.put(id, WORDS)
      expect((await store.idsBefore(LATER)).sort()).toEqual([...before, ...ids].sort())
      expect(await store.idsBefore(Date.now() - 3_600_000)).toEqual([])
    })

    it('are named by UUIDs: nothing else leads anywhere', async () => {
      for (const name of ['../../etc/passwd', '', 'files/a']) {
        await expect(async () => store.get(name)).rejects.toThrow('a blob is named by a UUID')
      }
    })

    it('may be of 15 MB', async () => {
      const [id, picture] = [v7(), randomBytes(15 * 1024 * 1024)]
      await store.put(id, picture)
      expect((await store.get(id))?.equals(picture)).toBe(true)
      await store.remove(id)
    })
  })
}
