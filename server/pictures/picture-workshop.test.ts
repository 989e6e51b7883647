import { mkdtempSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { jpegOf } from '../testing/pictures.ts'
import { heldPicture, pictureWorkshop } from './picture-workshop.ts'

const directory = mkdtempSync(join(tmpdir(), 'dosewell-workshop-'))
afterAll(() => rm(directory, { recursive: true }))

/** Returns a process that crashes, hangs or responds, depending on the first byte of the picture. */
async function strangeProcess(): Promise<string> {
  const file = join(directory, 'process.mjs')
  await writeFile(
    file,
    `import { readInput } from ${JSON.stringify(new URL('../platform/processes/helper-input.ts', import.meta.url).href)}
    process.on('message', async ({ size }) => {
      const bytes = await readInput(size)
      if (bytes[0] === 0) process.abort()
      if (bytes[0] === 1) for (;;) {}
      process.send({ kind: 'refused', reason: 'unreadable', pid: process.pid })
    })
    process.on('disconnect', () => process.exit())`,
  )
  return file
}
const [CRASH, HANG, ANSWER] = [Buffer.from([0]), Buffer.from([1]), Buffer.from([2])]

describe('what a picture does to the process that decodes it reaches neither the server nor the next picture', () => {
  it('a crash and a picture without end are answered, and the next one is worked on by a new process', async () => {
    const workshop = pictureWorkshop({ timeout: 1500, waiting: 8, idle: 60_000 }, await strangeProcess())
    const asked = [CRASH, HANG, ANSWER].map((bytes) => workshop.prepare(heldPicture(bytes)))
    expect(await Promise.all(asked)).toMatchObject([
      { reason: 'unreadable' },
      { reason: 'timeout' },
      { reason: 'unreadable', pid: expect.any(Number) },
    ])
    workshop.close()
  })

  it('more than may wait are turned away at once', async () => {
    const workshop = pictureWorkshop({ timeout: 20_000, waiting: 1, idle: 60_000 }, await strangeProcess())
    const asked = [ANSWER, ANSWER, ANSWER].map((bytes) => workshop.prepare(heldPicture(bytes)))
    expect(await Promise.all(asked)).toMatchObject([
      { reason: 'unreadable' },
      { reason: 'unreadable' },
      { reason: 'busy' },
    ])
    workshop.close()
  })

  it('it is ended when there is nothing to do, and started again when there is', async () => {
    const workshop = pictureWorkshop({ timeout: 20_000, waiting: 8, idle: 0 })
    const picture = heldPicture(await jpegOf())
    expect((await workshop.prepare(picture)).kind).toBe('prepared')
    await new Promise((resolve) => setTimeout(resolve))
    expect((await workshop.prepare(picture)).kind).toBe('prepared')
    workshop.close()
    expect(await workshop.prepare(picture)).toEqual({ kind: 'refused', reason: 'busy' })
  })
})
