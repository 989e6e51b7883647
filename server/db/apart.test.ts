import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { apart, isOfData } from './apart.ts'
import { DatabaseUnavailable } from './unavailable.ts'

const refused = (code: string) => new DrizzleQueryError('insert', [], Object.assign(new Error(), { code }))

describe('whether a row is to blame', () => {
  it.each([
    ['a value that is none', refused('22P02'), true],
    ['a constraint', refused('23502'), true],
    ['code that did not expect it', new TypeError(), true],
    ['a value that Node cannot use', Object.assign(new TypeError(), { code: 'ERR_INVALID_ARG_TYPE' }), true],
    ['a server that goes', refused('57P01'), false],
    ['a disk that is full', refused('53100'), false],
    ['a statement that took too long', refused('57014'), false],
    ['a connection that broke', new DrizzleQueryError('select', [], new Error('Connection terminated')), false],
    ['a database that answers too late', new DatabaseUnavailable(), false],
    ['a database that is away', Object.assign(new Error(), { code: 'ECONNREFUSED' }), false],
  ])('%s', (_what, error, isBlamed) => {
    expect(isOfData(error)).toBe(isBlamed)
  })
})

describe('work on many at once', () => {
  it('is done for all but those to blame, whoever stands beside them', async () => {
    const bad = new Set([3, 4, 11])
    const blamed: number[] = []
    const done = await apart(
      Array.from({ length: 16 }, (_, index) => index),
      async (items) => {
        if (items.some((item) => bad.has(item))) throw new TypeError()
        return items
      },
      (item) => void blamed.push(item),
    )
    expect(done.flat()).toEqual([0, 1, 2, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15])
    expect(blamed).toEqual([3, 4, 11])
  })

  it('ends where the fault is nobody’s', async () => {
    const away = refused('57P01')
    await expect(
      apart(
        [1, 2],
        () => Promise.reject(away),
        () => {},
      ),
    ).rejects.toBe(away)
  })
})
