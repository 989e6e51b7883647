import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { labelPhoto } from '../testing/pictures.ts'
import { type Recogniser, recogniser } from './recogniser.ts'

const directory = mkdtempSync(join(tmpdir(), 'dosewell-recogniser-'))
afterAll(() => rm(directory, { recursive: true }))

/** A process that dies, hangs, fails to read, returns its own id or reads with one recogniser only, depending on the first byte of the picture. */
const file = join(directory, 'process.mjs')
writeFileSync(
  file,
  `process.on('message', ({ picture }) => {
    if (picture[0] === 0) process.abort()
    else if (picture[0] === 2) process.send(null)
    else if (picture[0] === 3) setTimeout(() => process.send({ text: String(process.pid), confidence: 90 }), 300)
    else if (picture[0] === 4) process.send({ text: 'Iron', confidence: 90, fault: 'no memory' })
  })
  process.on('disconnect', () => process.exit())`,
)
const [DIE, HANG, UNREADABLE, ANSWER] = [0, 1, 2, 3].map((byte) => Buffer.from([byte])) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
]

let reader: Recogniser
const start = (limits: { processes?: number; waiting?: number; timeout?: number } = {}) => {
  reader = recogniser({ processes: 1, waiting: 8, timeout: 20_000, idle: 60_000, ...limits }, { file })
}

describe('reading is bounded', () => {
  afterEach(() => reader.close())

  it('a picture that ends its process, one without end and one that is unreadable are answered, and the next one is read', async () => {
    start({ timeout: 1500 })
    const asked = [DIE, HANG, UNREADABLE, ANSWER].map((picture) => reader.read(picture))
    expect(await Promise.all(asked)).toMatchObject([
      { reason: 'unreadable' },
      { reason: 'timeout' },
      { reason: 'unreadable' },
      { kind: 'read' },
    ])
  })

  it('more than may wait are turned away at once', async () => {
    start({ waiting: 1 })
    const asked = [ANSWER, ANSWER, ANSWER].map((picture) => reader.read(picture))
    expect(await Promise.all(asked)).toMatchObject([{ kind: 'read' }, { kind: 'read' }, { reason: 'busy' }])
  })

  it('so many processes read at the same time, and no more', async () => {
    start({ processes: 2 })
    const read = await Promise.all([1, 2, 3, 4].map(() => reader.read(ANSWER)))
    const processes = read.map((one) => (one.kind === 'read' ? one.text : one.reason))
    expect(new Set(processes).size).toBe(2)
  })

  it('whoever hangs up frees the place', async () => {
    start({ waiting: 1 })
    const gone = new AbortController()
    const first = reader.read(HANG, gone.signal)
    const next = reader.read(ANSWER)
    gone.abort()
    expect(await first).toEqual({ kind: 'unread', reason: 'cancelled' })
    expect(await next).toMatchObject({ kind: 'read' })
  })

  it('a fault of the second recogniser is reported, and the picture is read', async () => {
    const faults: string[] = []
    const limits = { processes: 1, waiting: 1, timeout: 20_000, idle: 60_000 }
    reader = recogniser(limits, { file, onFault: (fault) => faults.push(fault) })
    expect(await reader.read(Buffer.from([4]))).toEqual({ kind: 'read', text: 'Iron', confidence: 90 })
    expect(faults).toEqual(['no memory'])
  })

  it('after the stop nothing is begun', async () => {
    start()
    reader.close()
    expect(await reader.read(ANSWER)).toEqual({ kind: 'unread', reason: 'busy' })
  })
})

describe('print is read', () => {
  const own = recogniser()
  afterAll(() => own.close())

  it.each([
    ['upright', 0],
    ['leaning by seven degrees', 7],
    ['lying on its side', 90],
    ['standing on its head', 180],
  ])(
    '%s',
    async (_how, degrees) => {
      const read = await own.read(await labelPhoto({ degrees }))
      expect(read).toMatchObject({ kind: 'read' })
      expect(read.kind === 'read' && read.text.split('\n')).toEqual([
        'Amoxicillin 500mg capsules',
        'Take ONE capsule three times a day',
        'Dr Helen Nguyen',
      ])
    },
    30_000,
  )

  it('each line has a confidence of its own', async () => {
    const read = await own.read(await labelPhoto())
    expect(read.kind === 'read' && read.lineConfidences).toHaveLength(3)
    expect(Math.min(...((read.kind === 'read' && read.lineConfidences) || [0]))).toBeGreaterThan(88)
  })

  it('a picture without print says nothing', async () => {
    const grey = sharp({ create: { width: 600, height: 400, channels: 3, background: '#c8c4bc' } })
    expect(await own.read(await grey.jpeg().toBuffer())).toEqual({ kind: 'read', text: '', confidence: 0 })
  })

  it('bytes that are no picture are unreadable, and the process reads on', async () => {
    expect(await own.read(Buffer.from('no picture'))).toEqual({ kind: 'unread', reason: 'unreadable' })
    expect(await own.read(await labelPhoto())).toMatchObject({ kind: 'read' })
  })
})
