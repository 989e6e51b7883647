import { type Config, ConfigError } from '../platform/config.ts'
import { type BlobStore, fileBlobStore } from './blob-store.ts'
import { documentKey } from './document-key.ts'
import type { Bucket } from './s3-blob-store.ts'

/** Where pictures are stored: in DATA_DIR, or in the bucket set by `S3_*`. */
export type BlobPlace = 'files' | 's3'

export const placeOf = (config: Config): BlobPlace => (config.S3_BUCKET === undefined ? 'files' : 's3')

/**
 * Opens the blobs stored there, with the key for all pictures. Throws ConfigError if there is no key or the service
 * refuses the bucket. A service that does not respond now may do so later: then `onSilent` is called.
 */
export async function openBlobs(
  config: Config,
  place = placeOf(config),
  onSilent: () => void = () => {},
): Promise<BlobStore> {
  const key = await documentKey(config.DOCUMENT_KEY, config.DATA_DIR)
  if (place === 'files') return fileBlobStore(config.DATA_DIR, key)
  const bucket = bucketOf(config)
  const { askBucket, s3BlobStore } = await import('./s3-blob-store.ts')
  const answer = await askBucket(bucket)
  if (answer === 'silent') onSilent()
  else if (answer !== 'usable') {
    throw new ConfigError(`S3_BUCKET ${bucket.name} cannot be used: the service says ${answer.refused}.`)
  }
  return s3BlobStore(bucket, key)
}

function bucketOf(config: Config): Bucket {
  const { S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (S3_BUCKET === undefined) throw new ConfigError('S3_BUCKET must be set.')
  return {
    name: S3_BUCKET,
    endpoint: config.S3_ENDPOINT ?? null,
    region: config.S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  }
}
