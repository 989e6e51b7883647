import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { openZip, type ZipFile } from './zip-archive.ts'

/** Wraps bytes like an upload in the spool. */
const fileOf = (bytes: Uint8Array): ZipFile => ({
  size: bytes.length,
  read: async (at, length) => Buffer.from(bytes).subarray(at, at + length),
})

const zip = async (bytes: Uint8Array) => openZip(fileOf(bytes))

/** A megabyte of zeros in a kilobyte. */
const BOMB = zipSync({ 'a.json': new Uint8Array(1024 * 1024), 'b.json': strToU8('[]') })

/** Returns where the first entry is in the directory at the end. */
const inDirectory = (bytes: Uint8Array) => Buffer.from(bytes).indexOf(Buffer.from('PK\x01\x02', 'latin1'))

/** Returns the same file with a number changed in the first entry of its directory. */
function saying(bytes: Uint8Array, offset: number, number: number): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt32LE(number, inDirectory(bytes) + offset)
  return copy
}
const [CRC, PACKED, SIZE, PLACE] = [16, 20, 24, 42]

describe('openZip', () => {
  it('reads packed and stored files, and says null of what is not there', async () => {
    const archive = await zip(
      zipSync({ 'a.txt': [strToU8('packed'), { level: 9 }], 'b.txt': [strToU8('stored'), { level: 0 }] }),
    )
    expect(String(await archive.read('a.txt', 6))).toBe('packed')
    expect(String(await archive.read('b.txt', 6))).toBe('stored')
    expect(await archive.read('c.txt', 6)).toBeNull()
  })

  it('refuses what claims to be larger than it may be', async () => {
    await expect((await zip(BOMB)).read('a.json', 1024 * 1024 - 1)).rejects.toMatchObject({ status: 413 })
  })

  it('stops at the bound while it inflates, whatever size the file claims', async () => {
    const archive = await zip(saying(BOMB, SIZE, 10))
    await expect(archive.read('a.json', 1000)).rejects.toMatchObject({ status: 413 })
  })

  it.each([
    ['another size', SIZE, 10],
    ['another checksum', CRC, 1],
    ['more packed bytes than there are', PACKED, 1024 * 1024],
    ['a place behind the end', PLACE, 0xfffffff0],
    ['a place where no file begins', PLACE, 3],
  ])('refuses %s', async (_what, offset, number) => {
    const archive = await zip(saying(BOMB, offset, number))
    await expect(archive.read('a.json', 2 * 1024 * 1024)).rejects.toMatchObject({ status: 400 })
  })

  it('refuses an encrypted file, and one that is packed in another way', async () => {
    await expect(zip(saying(BOMB, 8, 0x00080001))).rejects.toMatchObject({ status: 400 })
    await expect(zip(saying(BOMB, 8, 0x000c0000))).rejects.toMatchObject({ status: 400 })
  })

  it('refuses one name for two files', async () => {
    const twice = Buffer.from(zipSync({ 'a.json': strToU8('[]'), 'b.json': strToU8('[]') }))
    const same = Buffer.from(twice.toString('latin1').replaceAll('b.json', 'a.json'), 'latin1')
    await expect(zip(same)).rejects.toMatchObject({ status: 400 })
  })

  it('refuses more files than an export has', async () => {
    const many = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`${index}`, strToU8('')]))
    await expect(zip(zipSync(many))).rejects.toMatchObject({ status: 413 })
  })

  it('says of what is cut off that it is damaged, and of anything else that it is no zip', async () => {
    await expect(zip(BOMB.subarray(inDirectory(BOMB)))).rejects.toMatchObject({ status: 400 })
    for (const length of [4, 500, BOMB.length - 1])
      await expect(zip(BOMB.subarray(0, length))).rejects.toMatchObject({ status: 400 })
    await expect(zip(strToU8('hello'))).rejects.toMatchObject({ status: 415 })
  })
})
