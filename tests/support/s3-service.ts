import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { Bucket } from '#server/pictures/s3-blob-store.ts'
import { until } from './wait.ts'

export interface S3Service {
  /** Creates an empty bucket, and returns it with its keys. */
  newBucket(): Promise<Bucket>
  /** The folder that holds everything the service stores. */
  directory: string
  stop(): Promise<void>
}

/** Debian's own: the Swift packages are for that one. */
const PYTHON = '/usr/bin/python3'
const SWIFT = '/usr/lib/python3/dist-packages/swift/common/middleware/s3api'

/**
 * Returns the Python to run OpenStack Swift with, a real implementation of S3's protocol; undefined when not installed.
 */
export const findSwift = (): string | undefined => (existsSync(PYTHON) && existsSync(SWIFT) ? PYTHON : undefined)

/**
 * Starts Swift on loopback, with one account. It checks signatures. @throws Error with its output if it does not start.
 */
export async function startS3Service(): Promise<S3Service> {
  const directory = mkdtempSync(path.join(tmpdir(), 'dosewell-s3-'))
  const keys = { accessKeyId: 'dosewell:pictures', secretAccessKey: randomUUID() }
  const script = path.join(import.meta.dirname, 's3-server.py')
  const child = spawn(PYTHON, [script, directory, keys.accessKeyId, keys.secretAccessKey])
  let [said, complained] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complained += text
  })
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  await until(() => said.includes('\n') || hasEnded(), { timeout: 60_000, what: 'the S3 service' })
  if (hasEnded()) throw new Error(`The S3 service did not start:\n${complained}`)
  const endpoint = `http://127.0.0.1:${said.trim()}`
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials: keys })
  return {
    directory,
    async newBucket() {
      const name = `pictures-${randomUUID()}`
      await client.send(new CreateBucketCommand({ Bucket: name }))
      return { name, endpoint, region: 'us-east-1', ...keys }
    },
    async stop() {
      client.destroy()
      await end(child)
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}

/** Returns the `S3_*` settings for a server that stores its pictures there. */
export const bucketEnvironment = (bucket: Bucket): Record<string, string> => ({
  S3_BUCKET: bucket.name,
  S3_ENDPOINT: bucket.endpoint ?? '',
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
})
