import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { spool } from './spool.ts'

const upload = () => Readable.from([Buffer.from('abc'), Buffer.from('def')])

describe('spool', () => {
  it('keeps what fits and knows it by its hash', async () => {
    const kept = await spool(upload(), 6)
    const bytes = Buffer.alloc(6)
    await kept?.file.read(bytes, 0, 6, 0)
    expect([kept?.size, String(bytes), kept?.hash]).toEqual([
      6,
      'abcdef',
      'vvV-x_U6bUC-tkCngKY5yDvCmsipgW8fxsXG3Nk8RyE',
    ])
    await kept?.file.close()
  })

  it('reads one byte too many to its end and keeps nothing of it', async () => {
    const large = upload()
    expect(await spool(large, 5)).toBeNull()
    expect(large.readableEnded).toBe(true)
  })
})
