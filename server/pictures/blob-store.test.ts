import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 } from 'uuid'
import { afterAll, describe, expect, it } from 'vitest'
import { blobSuite } from '../testing/blob-suite.ts'
import { memoryBlobs } from '../testing/blobs.ts'
import { fileBlobStore } from './blob-store.ts'
import { documentKey, parseKey } from './document-key.ts'
import { SealBroken } from './sealing.ts'

const KEY = createSecretKey(randomBytes(32))
const WORDS = Buffer.from('Referral to Dr. Lee, Cardiology')

const dataDir = mkdtempSync(join(tmpdir(), 'dosewell-blobs-'))
afterAll(() => rm(dataDir, { recursive: true }))

blobSuite('files in the data directory', () => fileBlobStore(dataDir, KEY))
blobSuite('memory', () => memoryBlobs())

describe('what lies on the disk', () => {
  const fileOf = async (id: string) => join(dataDir, 'files', id.slice(-2), id)

  it('is encrypted: no file holds a word of what was put', async () => {
    const store = fileBlobStore(dataDir, KEY)
    const id = v7()
    await store.put(id, WORDS)
    const bytes = await readFile(await fileOf(id))
    expect(bytes.includes(WORDS.subarray(0, 8))).toBe(false)
    expect(bytes.length).toBe(WORDS.length + 4 + 12 + 16)
  })

  it('is refused when a byte of it changed, when it was cut off, when it is another file, and under another key', async () => {
    const store = fileBlobStore(dataDir, KEY)
    const [one, other] = [v7(), v7()]
    await store.put(one, WORDS)
    await store.put(other, WORDS)
    const whole = await readFile(await fileOf(one))
    const changed = Buffer.from(whole)
    changed[20] = (changed[20] ?? 0) ^ 1
    for (const bytes of [changed, whole.subarray(0, -1), Buffer.alloc(3), await readFile(await fileOf(other))]) {
      await writeFile(await fileOf(one), bytes)
      await expect(store.get(one)).rejects.toThrow(SealBroken)
    }
    await expect(fileBlobStore(dataDir, createSecretKey(randomBytes(32))).get(other)).rejects.toThrow(SealBroken)
  })

  it('leaves nothing half written behind: what an interrupted upload left is cleared away', async () => {
    const store = fileBlobStore(dataDir, KEY)
    await store.put(v7(), WORDS)
    const [old, fresh] = ['interrupted', 'going on'].map((name) => join(dataDir, 'incoming', name))
    for (const draft of [old, fresh]) await writeFile(draft as string, 'half')
    await utimes(old as string, 0, 0)
    await store.idsBefore(Number.POSITIVE_INFINITY)
    expect(await readdir(join(dataDir, 'incoming'))).toEqual(['going on'])
  })
})

describe('the key', () => {
  it('is made once and found again, and a file that holds none stops the start', async () => {
    const own = await mkdtemp(join(tmpdir(), 'dosewell-key-'))
    const made = await documentKey(undefined, own)
    expect((await documentKey(undefined, own)).equals(made)).toBe(true)
    await writeFile(join(own, 'document-key'), 'nonsense')
    await expect(documentKey(undefined, own)).rejects.toThrow('does not hold the key')
    await rm(own, { recursive: true })
  })

  it.each([
    ['64 hexadecimal digits', 'ab'.repeat(32), true],
    ['base64', Buffer.alloc(32, 7).toString('base64'), true],
    ['31 bytes', Buffer.alloc(31, 7).toString('base64'), false],
    ['33 bytes', Buffer.alloc(33, 7).toString('base64'), false],
    ['a password', 'correct horse battery staple, and more', false],
  ])('DOCUMENT_KEY as %s', (_what, text, isKey) => {
    expect(parseKey(text) !== null).toBe(isKey)
  })
})
