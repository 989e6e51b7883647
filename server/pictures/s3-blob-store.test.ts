import { createSecretKey, randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { v7 } from 'uuid'
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { BlobsUnavailable } from './blobs-unavailable.ts'
import { openBlobs } from './open-blobs.ts'
import { askBucket, type Bucket, s3BlobStore } from './s3-blob-store.ts'

const KEY = createSecretKey(randomBytes(32))
const WORDS = Buffer.from('Referral to Dr. Lee, Cardiology')
const SOON = { within: 400, connectWithin: 200, page: 1000 }

const bucket: Bucket = {
  name: 'pictures',
  endpoint: 'http://127.0.0.1:1',
  region: 'us-east-1',
  accessKeyId: 'key',
  secretAccessKey: 'secret',
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** Returns a bucket at a service that responds like this. */
async function answering(answer: RequestListener): Promise<Bucket> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return { ...bucket, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Returns a local port on which nothing listens. */
async function silentPort(): Promise<number> {
  const server = createSocketServer()
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  await new Promise((done) => server.close(done))
  return port
}

describe('a service that does not do its part', () => {
  const FAULTS: Record<string, () => Promise<Bucket>> = {
    'is not there': async () => ({ ...bucket, endpoint: `http://127.0.0.1:${await silentPort()}` }),
    'never answers': () => answering(() => {}),
    'stops in the middle of its answer': () =>
      answering((_request, response) => void response.writeHead(200, { 'content-length': 100 }).write('x')),
    'hangs up': () => answering((request) => void request.socket.destroy()),
    'has a fault of its own': () => answering((_request, response) => void response.writeHead(500).end()),
    'asks to slow down': () => answering((_request, response) => void response.writeHead(503).end()),
    'answers with what is no XML': () => answering((_request, response) => void response.writeHead(404).end('<html>')),
  }

  it.each(Object.entries(FAULTS))('and %s: 503 with Retry-After, within bounds', async (_fault, place) => {
    const store = s3BlobStore(await place(), KEY, SOON)
    for (const operation of [() => store.put(v7(), WORDS), () => store.get(v7()), () => store.idsBefore(Date.now())]) {
      const error = await operation().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(BlobsUnavailable)
      expect(error).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
    }
  })

  it('removing says so too', async () => {
    await expect(s3BlobStore(bucket, KEY, SOON).remove(v7())).rejects.toThrow(BlobsUnavailable)
  })

  it('is asked again: a fault that passes is not noticed', async () => {
    let asked = 0
    const flaky = await answering((_request, response) => {
      asked += 1
      response.writeHead(asked < 3 ? 503 : 200).end()
    })
    await s3BlobStore(flaky, KEY).put(v7(), WORDS)
    expect(asked).toBe(3)
  })
})

describe('at the start', () => {
  const environment = {
    DATABASE_URL: 'postgresql://localhost/x',
    DOCUMENT_KEY: 'ab'.repeat(32),
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  }

  it('a service that is away is no reason not to start: its pictures are there when it is', async () => {
    expect(await askBucket(await answering(() => {}), SOON)).toBe('silent')
    let heard = 0
    const S3_ENDPOINT = `http://127.0.0.1:${await silentPort()}`
    const store = await openBlobs(readConfig({ ...environment, S3_ENDPOINT }), 's3', () => {
      heard += 1
    })
    expect(heard).toBe(1)
    await expect(store.get(v7())).rejects.toThrow(BlobsUnavailable)
  })

  it.each(['DATABASE_URL', 'DOCUMENT_KEY'])('%s must be set with S3_BUCKET', (name) => {
    expect(() => readConfig({ ...environment, [name]: '' })).toThrow(`${name} must be set, because S3_BUCKET is.`)
  })
})
