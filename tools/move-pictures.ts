/**
 * `npm run move-pictures`: copies all pictures from DATA_DIR/files into the bucket of S3_*, or back. Servers may run.
 *
 *   npm run move-pictures -- --to s3
 *   npm run move-pictures -- --to files
 *   npm run move-pictures -- --to s3 --delete-source     then deletes the originals, once all have been copied
 *
 * Run again, it copies what is missing. Exit code 0 exactly when the destination has every picture
 * (docs/operations.md).
 */
import { parseArgs } from 'node:util'
import { BlobsUnavailable } from '#server/pictures/blobs-unavailable.ts'
import { moveBlobs } from '#server/pictures/move-blobs.ts'
import { type BlobPlace, openBlobs } from '#server/pictures/open-blobs.ts'
import { SealBroken } from '#server/pictures/sealing.ts'
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'

const USAGE = 'Say where to: npm run move-pictures -- --to s3 (or --to files), with --delete-source at last.'

process.exitCode = await main()

async function main(): Promise<number> {
  const asked = whatIsAsked()
  if (asked === null) return refuse(USAGE)
  try {
    const config = readConfig(process.env)
    if (config.S3_BUCKET === undefined) return refuse('S3_BUCKET must be set: it is one of the two places.')
    return await move(config, asked.to, asked.deleteSource)
  } catch (error) {
    const sentence = sentenceOf(error)
    if (sentence === null) throw error
    return refuse(sentence)
  }
}

async function move(config: Config, to: BlobPlace, deleteSource: boolean): Promise<number> {
  const from = to === 's3' ? 'files' : 's3'
  const [source, target] = [await openBlobs(config, from), await openBlobs(config, to)]
  const { copied, present, removed } = await moveBlobs(source, target, deleteSource)
  console.log(`${copied} copied and compared, ${present} were there already, ${removed} deleted where they were.`)
  return 0
}

function whatIsAsked(): { to: BlobPlace; deleteSource: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { to: { type: 'string' }, 'delete-source': { type: 'boolean', default: false } },
    })
    const { to } = values
    return to === 's3' || to === 'files' ? { to, deleteSource: values['delete-source'] } : null
  } catch {
    return null
  }
}

/** Returns a message about what the operator can fix; null for a fault of ours. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof ConfigError) return error.message
  if (error instanceof BlobsUnavailable) {
    const { cause } = error
    return `The service of S3_BUCKET did not do its part (${cause instanceof Error ? cause.name : String(cause)}). Run it again.`
  }
  if (error instanceof SealBroken) {
    return `A picture cannot be read: ${error.message}. DOCUMENT_KEY must be the key they were saved under (without one, DATA_DIR/document-key).`
  }
  return null
}

function refuse(sentence: string): number {
  console.error(sentence)
  return 1
}
