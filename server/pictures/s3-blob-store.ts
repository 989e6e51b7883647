import { createHash, type KeyObject } from 'node:crypto'
import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { type BlobStore, checkBlobId, isBlobId } from './blob-store.ts'
import { BlobsUnavailable } from './blobs-unavailable.ts'
import { seal, unseal } from './sealing.ts'

export interface Bucket {
  name: string
  /** Set for services other than Amazon's own, whose buckets are then paths; null for Amazon. */
  endpoint: string | null
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface BucketBounds {
  /** Milliseconds allowed for one operation, including retries. */
  within: number
  /** Milliseconds allowed for connecting. */
  connectWithin: number
  /** How many objects to list per request; services return 1000 at most. */
  page: number
}

/** Enough for a picture of 15 MB over a slow connection, and short enough for a user to wait. */
const BOUNDS: BucketBounds = { within: 15_000, connectWithin: 2000, page: 1000 }

/** The client pauses before each retry, for a growing, random time; after that the user gets an error. */
const TRIES = 3

/** Where the blobs are within the bucket, which may contain other things too. */
const FOLDER = 'files/'

/**
 * Stores objects in a bucket at an S3-compatible service. They are sealed like files, so that the service sees no
 * picture. Every operation ends within the bounds, and throws BlobsUnavailable if the service fails.
 */
export function s3BlobStore(bucket: Bucket, key: KeyObject, bounds = BOUNDS): BlobStore {
  const client = clientOf(bucket, bounds)
  const of = (id: string) => ({ Bucket: bucket.name, Key: `${FOLDER}${checkBlobId(id)}` })
  const bounded = async <T>(work: (abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await work(AbortSignal.timeout(bounds.within))
    } catch (error) {
      throw new BlobsUnavailable(error)
    }
  }
  return {
    async put(id, bytes) {
      const Body = seal(key, id, bytes)
      // The service rejects data that arrives damaged. Not all services know newer checksums.
      const ContentMD5 = createHash('md5').update(Body).digest('base64')
      const command = new PutObjectCommand({ ...of(id), Body, ContentMD5 })
      await bounded((abortSignal) => client.send(command, { abortSignal }))
    },
    async get(id) {
      const command = new GetObjectCommand(of(id))
      const sealed = await bounded(async (abortSignal) => {
        const found = await client.send(command, { abortSignal }).catch(noObject)
        return found && buffer(addAbortSignal(abortSignal, found.Body as Readable))
      })
      return sealed && unseal(key, id, sealed)
    },
    async remove(id) {
      const command = new DeleteObjectCommand(of(id))
      await bounded((abortSignal) => client.send(command, { abortSignal }).catch(noObject))
    },
    async idsBefore(instant) {
      const found: string[] = []
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket.name,
          Prefix: FOLDER,
          MaxKeys: bounds.page,
          ContinuationToken,
        })
        const page = await bounded((abortSignal) => client.send(command, { abortSignal }))
        for (const { Key = '', LastModified } of page.Contents ?? []) {
          const id = Key.slice(FOLDER.length)
          if (isBlobId(id) && LastModified && LastModified.getTime() < instant) found.push(id)
        }
        ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
      } while (ContinuationToken !== undefined)
      return found
    },
  }
}

/** What the service says about the bucket before anything is stored there. */
export type BucketAnswer =
  /** It can be used. */
  | 'usable'
  /** There was no response, or the service has a fault. */
  | 'silent'
  /** The service refuses with this S3 code: wrong keys, no such bucket, no permission. */
  | { refused: string }

/** Asks once whether the bucket exists and these keys may list it. */
export async function askBucket(bucket: Bucket, bounds = BOUNDS): Promise<BucketAnswer> {
  const client = clientOf(bucket, bounds)
  const command = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: FOLDER, MaxKeys: 1 })
  try {
    await client.send(command, { abortSignal: AbortSignal.timeout(bounds.within) })
    return 'usable'
  } catch (error) {
    const status = statusOf(error)
    return status !== undefined && status < 500 ? { refused: (error as Error).name } : 'silent'
  } finally {
    client.destroy()
  }
}

function clientOf(bucket: Bucket, { within, connectWithin }: BucketBounds): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = bucket
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: TRIES,
    requestHandler: {
      connectionTimeout: connectWithin,
      requestTimeout: within,
      throwOnRequestTimeout: true,
    },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** A missing object is not a fault; a missing bucket is. */
function noObject(error: unknown): null {
  if (error instanceof NoSuchKey) return null
  throw error
}

function statusOf(error: unknown): number | undefined {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return $metadata?.httpStatusCode
}
