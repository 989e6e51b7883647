import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DiskWatch, diskWatch } from '../../platform/disk-watch.ts'
import { ApiError } from '../../platform/errors.ts'
import { clearSpool, fileSpool, spoolIn } from './spool.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'dosewell-spool-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const MEGABYTE = 1024 * 1024
const diskOf = (free: () => number) => diskWatch({ DATA_DIR: dataDir, MIN_FREE_DISK_MB: 100 }, async () => free(), 0)
/** The bytes that the last spool reported. */
let held = 0
const spoolOn = (disk: DiskWatch) => {
  held = 0
  return fileSpool(dataDir, disk, (bytes) => {
    held = bytes
  })
}
const spoolWith = (free = 1e12) => spoolOn(diskOf(() => free))
const upload = () => Readable.from([Buffer.from('abc'), Buffer.from('def')])
const signal = new AbortController().signal
const LIMITS = { most: 6, expected: 6, signal }

async function textOf(chunks: AsyncIterable<Buffer> | undefined): Promise<string> {
  return String(Buffer.concat(await Array.fromAsync(chunks ?? [])))
}

describe('the spool', () => {
  it('has what fits in a file that has no name, and knows it by its hash', async () => {
    const spool = spoolWith()
    const file = await spool.take(upload(), LIMITS)
    expect(await readdir(spoolIn(dataDir))).toEqual([])
    expect((await stat(spoolIn(dataDir))).mode & 0o777).toBe(0o700)
    expect([file?.size, String(file?.head), file?.hash]).toEqual([
      6,
      'abcdef',
      'vvV-x_U6bUC-tkCngKY5yDvCmsipgW8fxsXG3Nk8RyE',
    ])
    expect(String(await file?.read(2, 3))).toBe('cde')
    expect([await textOf(file?.chunks()), await textOf(file?.chunks())]).toEqual(['abcdef', 'abcdef'])
    expect(held).toBe(6)
    await file?.close()
    await file?.close()
    expect(held).toBe(0)
  })

  it('has nothing of one byte too many, and reads no further', async () => {
    const spool = spoolWith()
    let isAskedForMore = false
    async function* endless() {
      yield Buffer.from('abcdef')
      yield Buffer.from('g')
      isAskedForMore = true
      yield Buffer.from('h')
    }
    expect(await spool.take(Readable.from(endless(), { highWaterMark: 0 }), LIMITS)).toBeNull()
    expect([held, isAskedForMore]).toEqual([0, false])
  })

  it('lets go of an upload that is given up, and says why', async () => {
    const [spool, stop, body] = [spoolWith(), new AbortController(), new PassThrough()]
    body.write('abc')
    const taken = spool.take(body, { ...LIMITS, signal: stop.signal })
    stop.abort(new ApiError(408, 'unavailable', 'Too slow.'))
    await expect(taken).rejects.toMatchObject({ status: 408 })
    expect([held, body.destroyed]).toEqual([0, true])
  })

  it('takes nothing that the disk has no room for, others’ uploads that are announced included', async () => {
    const spool = spoolWith(130 * MEGABYTE)
    const first = spool.take(new PassThrough(), { most: 1e9, expected: 20 * MEGABYTE, signal })
    first.catch(() => {})
    await expect(spool.take(upload(), { most: 1e9, expected: 20 * MEGABYTE, signal })).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
    })
    const small = await spool.take(upload(), LIMITS)
    expect(small?.size).toBe(6)
    await small?.close()
  })

  it('stops at an upload that announced less and fills the disk', async () => {
    let free = 1e12
    const spool = spoolOn(diskOf(() => free))
    async function* filling() {
      for (;;) {
        yield Buffer.alloc(MEGABYTE)
        free = 0
      }
    }
    await expect(spool.take(Readable.from(filling()), { most: 1e9, expected: 0, signal })).rejects.toMatchObject({
      status: 503,
    })
    expect(held).toBe(0)
  })

  it('is empty after a start, whatever a process that was killed has left', async () => {
    await writeFile(join(spoolIn(dataDir), 'left'), 'x')
    await clearSpool(dataDir)
    expect(await readdir(spoolIn(dataDir))).toEqual([])
  })
})
