/** A separate process that reads the text on pictures, one at a time (recogniser.ts). */
import sharp from 'sharp'
import { startReading } from './read-picture.ts'
import type { ReadingAnswer, ReadingJob } from './recogniser.ts'

sharp.concurrency(1)
sharp.cache(false)

let started: ReturnType<typeof startReading> | undefined

process.on('message', async ({ picture }: ReadingJob) => {
  started ??= startReading()
  const answer = await started.then((read) => read(Buffer.from(picture))).catch((): ReadingAnswer | null => null)
  process.send?.(answer)
})
// The server is gone, and no one else would end this process.
process.on('disconnect', () => process.exit())
