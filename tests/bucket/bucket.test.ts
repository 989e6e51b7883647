import { createSecretKey, randomBytes } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { CopyObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BlobsUnavailable } from '#server/pictures/blobs-unavailable.ts'
import { openBlobs } from '#server/pictures/open-blobs.ts'
import { askBucket, type Bucket, s3BlobStore } from '#server/pictures/s3-blob-store.ts'
import { SealBroken } from '#server/pictures/sealing.ts'
import { readConfig } from '#server/platform/config.ts'
import { blobSuite } from '#server/testing/blob-suite.ts'
import { bucketEnvironment, type S3Service, startS3Service } from '#tests/support/s3-service.ts'

const KEY = createSecretKey(randomBytes(32))
const WORDS = Buffer.from('Referral to Dr. Lee, Cardiology')

let service: S3Service
let bucket: Bucket
beforeAll(async () => {
  service = await startS3Service()
  bucket = await service.newBucket()
})
afterAll(() => service?.stop())

// Pages of two, so that every listing takes several.
blobSuite('objects in a bucket', async () =>
  s3BlobStore(await service.newBucket(), KEY, { within: 15_000, connectWithin: 2000, page: 2 }),
)

describe('what the service holds', () => {
  it('is encrypted: none of its files has a word of what was put', async () => {
    await s3BlobStore(bucket, KEY).put(v7(), WORDS)
    const files = globSync('devices/**/*.data', { cwd: service.directory })
      .map((file) => path.join(service.directory, file))
      .filter((file) => statSync(file).size === WORDS.length + 4 + 12 + 16)
    expect(files).not.toEqual([])
    for (const file of files) expect(readFileSync(file).includes(WORDS.subarray(0, 8))).toBe(false)
  })

  it('is refused when it is another object, and under another key', async () => {
    const store = s3BlobStore(bucket, KEY)
    const [one, other] = [v7(), v7()]
    await store.put(other, WORDS)
    const { endpoint, name, region, ...credentials } = bucket
    const client = new S3Client({ endpoint: endpoint ?? '', region, forcePathStyle: true, credentials })
    const copy = { Bucket: name, CopySource: `${name}/files/${other}`, Key: `files/${one}` }
    await client.send(new CopyObjectCommand(copy))
    client.destroy()
    await expect(store.get(one)).rejects.toThrow(SealBroken)
    await expect(s3BlobStore(bucket, createSecretKey(randomBytes(32))).get(other)).rejects.toThrow(SealBroken)
  })
})

describe('a bucket that is refused', () => {
  const REFUSALS: [what: string, refused: string, change: Partial<Bucket>][] = [
    ['a wrong signature', 'SignatureDoesNotMatch', { secretAccessKey: 'not the one' }],
    ['an unknown key', 'SignatureDoesNotMatch', { accessKeyId: 'some:body' }],
    ['no such bucket', 'NoSuchBucket', { name: 'another-bucket' }],
  ]

  it.each(REFUSALS)('for %s ends the start with a sentence', async (_what, refused, change) => {
    const config = readConfig({
      DATABASE_URL: 'postgresql://localhost/x',
      DOCUMENT_KEY: 'ab'.repeat(32),
      ...bucketEnvironment({ ...bucket, ...change }),
    })
    await expect(openBlobs(config)).rejects.toThrow(
      `S3_BUCKET ${config.S3_BUCKET} cannot be used: the service says ${refused}.`,
    )
  })

  it.each(REFUSALS)('for %s while the server runs is unavailable, never empty', async (_what, _, change) => {
    const store = s3BlobStore({ ...bucket, ...change }, KEY)
    for (const operation of [
      () => store.put(v7(), WORDS),
      () => store.get(v7()),
      () => store.idsBefore(Date.now()),
      () => store.remove(v7()),
    ]) {
      await expect(operation()).rejects.toThrow(BlobsUnavailable)
    }
  })

  it('is told from one that can be used', async () => {
    expect(await askBucket(bucket)).toBe('usable')
  })
})
