import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BlobStore } from '#server/pictures/blob-store.ts'
import { openBlobs } from '#server/pictures/open-blobs.ts'
import { readConfig } from '#server/platform/config.ts'
import { jpegOf } from '#server/testing/pictures.ts'
import { type Account, signUp } from '#tests/server/support/account.ts'
import { runCommand } from '#tests/server/support/command.ts'
import { type ServerDatabase, serverDatabase } from '#tests/server/support/database.ts'
import { type AppServer, startAppServer } from '#tests/support/app-server.ts'
import { bucketEnvironment, type S3Service, startS3Service } from '#tests/support/s3-service.ts'
import { until } from '#tests/support/wait.ts'

const DOCUMENT_KEY = randomBytes(32).toString('hex')

let service: S3Service
let database: ServerDatabase
let inBucket: Record<string, string>
let bucket: BlobStore
const servers: AppServer[] = []
beforeAll(async () => {
  service = await startS3Service()
  database = await serverDatabase()
  inBucket = { ...bucketEnvironment(await service.newBucket()), ...database.environment, DOCUMENT_KEY }
  bucket = await openBlobs(readConfig(inBucket))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await database?.drop()
  await service?.stop()
})

async function serverWith(environment: Record<string, string>): Promise<AppServer> {
  const server = await startAppServer({ needsClient: false, environment })
  servers.push(server)
  return server
}

const picturesOf = (server: AppServer) => globSync('files/*/*', { cwd: server.dataDir })
const objects = async () => (await bucket.idsBefore(Number.POSITIVE_INFINITY)).length

async function save(person: Account, what: 'medical-documents' | 'prescriptions', from: AppServer) {
  const form = new FormData()
  const id = randomUUID()
  form.set('id', id)
  form.set('image', new Blob([new Uint8Array(await jpegOf())], { type: 'image/jpeg' }), 'scan.jpg')
  const { status, text } = await person.request('POST', `/api/${what}/upload`, { body: form, from })
  if (status !== 201) throw new Error(`uploading answered ${status}: ${text}`)
  return `/api/${what}/${(JSON.parse(text) as { id?: string }).id ?? id}`
}

describe('pictures of several servers', () => {
  // Three servers start and read pictures on what other tests leave of two cores.
  it('move from the disk of one into the bucket, and are then everybody’s', {
    timeout: 300_000,
  }, async () => {
    const alone = await serverWith({ ...database.environment, DOCUMENT_KEY })
    const person = await signUp(alone)
    const saved = await save(person, 'medical-documents', alone)
    const before = await person.request('GET', `${saved}/image`)
    expect(picturesOf(alone)).toHaveLength(2)

    const environment = { ...inBucket, DATA_DIR: alone.dataDir }
    const move = (...words: string[]) => runCommand('move-pictures', words, environment)
    expect(await move('--to', 's3')).toMatchObject({ code: 0, said: expect.stringContaining('2 copied') })
    expect(await move('--to', 's3')).toMatchObject({ code: 0, said: expect.stringContaining('0 copied') })
    expect(picturesOf(alone)).toHaveLength(2)
    expect(await move('--to', 's3', '--delete-source')).toMatchObject({ code: 0 })
    expect(picturesOf(alone)).toEqual([])

    const [one, two] = await Promise.all([serverWith(inBucket), serverWith(inBucket)])
    for (const from of [one, two]) {
      const after = await person.request('GET', `${saved}/image`, { from })
      expect([after.status, after.bytes.equals(before.bytes)]).toEqual([200, true])
    }
    await alone.end()
    await shared(person, one, two)

    expect(await move('--to', 'files')).toMatchObject({ code: 0 })
    expect(picturesOf(alone)).toHaveLength(await objects())
  })

  it('stay where they are when the key is another one', async () => {
    const environment = { ...inBucket, DOCUMENT_KEY: randomBytes(32).toString('hex') }
    const count = await objects()
    const words = ['--to', 'files', '--delete-source']
    const { code, complained } = await runCommand('move-pictures', words, environment)
    expect([code, complained]).toEqual([1, expect.stringContaining('DOCUMENT_KEY must be the key')])
    expect(await objects()).toBe(count)
  })
})

/** Goes through the life of a document and of a scan, each step on the other server. */
async function shared(person: Account, one: AppServer, two: AppServer): Promise<void> {
  const count = await objects()
  const saved = await save(person, 'medical-documents', one)
  const scanned = await save(person, 'prescriptions', two)
  expect(await objects()).toBe(count + 4)
  for (const [picture, there, here] of [
    [saved, one, two],
    [scanned, two, one],
  ] as const) {
    const written = await person.request('GET', `${picture}/image`, { from: there })
    const read = await person.request('GET', `${picture}/image`, { from: here })
    expect([read.status, read.bytes.equals(written.bytes)]).toEqual([200, true])
    expect((await person.request('GET', `${picture}/thumbnail`, { from: here })).status).toBe(200)
  }
  const body = { recipientEmail: 'dr.lee@example.org' }
  expect(await person.request('POST', `${saved}/email`, { body, from: two })).toMatchObject({ status: 200 })
  const mails = readdirSync(path.join(two.dataDir, 'outbox')).map((file) =>
    readFileSync(path.join(two.dataDir, 'outbox', file), 'utf8'),
  )
  expect(mails.some((mail) => mail.includes('image/jpeg') && mail.includes('dr.lee@example.org'))).toBe(true)
  for (const [picture, here, there] of [
    [saved, two, one],
    [scanned, one, two],
  ] as const) {
    const { status } = await person.request('DELETE', picture, { from: here, key: randomUUID() })
    expect(status).toBeLessThan(300)
    expect((await person.request('GET', `${picture}/image`, { from: there })).status).toBe(404)
  }
  await until(async () => (await objects()) === count, { timeout: 20_000, what: 'the objects to be gone' })
  for (const server of [one, two]) expect(existsSync(path.join(server.dataDir, 'files'))).toBe(false)
}
