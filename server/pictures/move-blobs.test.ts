import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { memoryBlobs } from '../testing/blobs.ts'
import { type BlobStore, fileBlobStore } from './blob-store.ts'
import { moveBlobs } from './move-blobs.ts'
import { SealBroken } from './sealing.ts'

const KEY = createSecretKey(randomBytes(32))
const dataDir = mkdtempSync(join(tmpdir(), 'dosewell-move-'))
afterAll(() => rm(dataDir, { recursive: true }))

async function filled(count: number) {
  const store = memoryBlobs()
  const ids = Array.from({ length: count }, () => v7())
  for (const id of ids) await store.put(id, Buffer.from(`picture ${id}`))
  return { store, ids }
}

/** Returns the same store, which records in `order` what is written and removed. */
const noting = (store: BlobStore, order: string[]): BlobStore => ({
  ...store,
  put: (id, bytes) => {
    order.push('put')
    return store.put(id, bytes)
  },
  remove: (id) => {
    order.push('remove')
    return store.remove(id)
  },
})

const contentOf = async (store: BlobStore, ids: string[]) =>
  Promise.all(ids.map(async (id) => (await store.get(id))?.toString()))

describe('moving blobs to another place', () => {
  it('copies each, deletes none, and does nothing more when run again', async () => {
    const { store, ids } = await filled(20)
    const to = memoryBlobs()
    expect(await moveBlobs(store, to, false)).toEqual({ copied: 20, present: 0, removed: 0 })
    expect(await contentOf(to, ids)).toEqual(await contentOf(store, ids))
    expect(await moveBlobs(store, to, false)).toEqual({ copied: 0, present: 20, removed: 0 })
    expect(store.size()).toBe(20)
  })

  it('goes on after an interruption', async () => {
    const { store, ids } = await filled(20)
    const to = memoryBlobs()
    let left = 7
    const failing: BlobStore = {
      ...to,
      put: async (id, bytes) => {
        if (left === 0) throw new Error('interrupted')
        left -= 1
        await to.put(id, bytes)
      },
    }
    await expect(moveBlobs(store, failing, true)).rejects.toThrow('interrupted')
    expect(store.size()).toBe(20)
    expect(await moveBlobs(store, to, false)).toEqual({ copied: 13, present: 7, removed: 0 })
    expect(await contentOf(to, ids)).toEqual(await contentOf(store, ids))
  })

  it('deletes where they were only when asked, after all are at the other place', async () => {
    const { store, ids } = await filled(5)
    const to = memoryBlobs()
    const order: string[] = []
    const noted = noting(to, order)
    const source = noting(store, order)
    expect(await moveBlobs(source, noted, true)).toEqual({ copied: 5, present: 0, removed: 5 })
    expect(order).toEqual([...Array(5).fill('put'), ...Array(5).fill('remove')])
    expect(store.size()).toBe(0)
    expect((await contentOf(to, ids)).every(Boolean)).toBe(true)
  })

  it('replaces a broken copy, and deletes nothing when a copy is not what was put', async () => {
    const { store, ids } = await filled(1)
    const [id = ''] = ids
    const files = fileBlobStore(dataDir, KEY)
    await files.put(id, Buffer.from('x'))
    await writeFile(join(dataDir, 'files', id.slice(-2), id), 'broken')
    expect(await moveBlobs(store, files, false)).toMatchObject({ copied: 1 })
    const lying: BlobStore = { ...memoryBlobs(), get: async () => Buffer.from('something else') }
    await expect(moveBlobs(store, lying, true)).rejects.toThrow(`The copy of ${id} is not what was put.`)
    expect(store.size()).toBe(1)
  })

  it('stops at a source that is of another key', async () => {
    const source = fileBlobStore(dataDir, KEY)
    await source.put(v7(), Buffer.from('x'))
    const otherKey = fileBlobStore(dataDir, createSecretKey(randomBytes(32)))
    await expect(moveBlobs(otherKey, memoryBlobs(), true)).rejects.toThrow(SealBroken)
  })
})
