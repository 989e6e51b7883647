import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorBodySchema } from '#domain/protocol/errors-schema.ts'
import { type TestApp, testApp } from '../testing/app.ts'
import { memoryBlobs } from '../testing/blobs.ts'
import { asAdult, type Person } from '../testing/people.ts'
import { jpegOf, multipartOf } from '../testing/pictures.ts'
import type { BlobStore } from './blob-store.ts'
import { s3BlobStore } from './s3-blob-store.ts'

/** At a port that responds to no one. */
const unreachable = s3BlobStore(
  {
    name: 'pictures',
    endpoint: 'http://127.0.0.1:1',
    region: 'us-east-1',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
  },
  createSecretKey(randomBytes(32)),
  { within: 2000, connectWithin: 1000, page: 1000 },
)

const present = memoryBlobs()
let place: BlobStore = present
const blobs: BlobStore = {
  put: (...words) => place.put(...words),
  get: (...words) => place.get(...words),
  remove: (...words) => place.remove(...words),
  idsBefore: (...words) => place.idsBefore(...words),
}

let server: TestApp
let ada: Person
beforeAll(async () => {
  server = await testApp({ blobs })
  ada = await asAdult(server, 'ada@example.org')
})
afterAll(() => server.close())

const upload = async (id: string) => {
  const { payload, headers } = multipartOf({ id }, { bytes: await jpegOf() })
  return ada.inject({ method: 'POST', url: '/api/medical-documents/upload', payload, headers })
}

describe('while the place of pictures cannot be reached', () => {
  it('whoever opens, saves or mails one is asked to try again, and what else there is goes on', async () => {
    place = present
    const id = randomUUID()
    expect((await upload(id)).statusCode).toBe(201)
    place = unreachable
    const url = `/api/medical-documents/${id}`
    const payload = { recipientEmail: 'dr.lee@example.org' }
    for (const answer of [
      await upload(randomUUID()),
      await ada.inject(`${url}/image`),
      await ada.inject(`${url}/thumbnail`),
      await ada.inject(`${url}/download`),
      await ada.inject({ method: 'POST', url: `${url}/email`, payload }),
    ]) {
      expect(answer.statusCode).toBe(503)
      expect(answer.headers['retry-after']).toBe('10')
      expect(errorBodySchema.parse(answer.json()).code).toBe('unavailable')
    }
    expect((await ada.inject('/api/medical-documents')).json()).toHaveLength(1)
  })

  it('a document is deleted all the same; its files go with the orphans', async () => {
    place = present
    const id = randomUUID()
    expect((await upload(id)).statusCode).toBe(201)
    place = unreachable
    const url = `/api/medical-documents/${id}`
    expect((await ada.inject({ method: 'DELETE', url })).statusCode).toBeLessThan(300)
    expect((await ada.inject(`${url}/image`)).statusCode).toBe(404)
  })
})
