import { describe, expect, it } from 'vitest'
import { listEntries, NoList } from './list-entries.ts'

const LIMITS = { bytes: 1000, values: 10 }
const read = (text: string, limits = LIMITS) => [...listEntries(Buffer.from(text), limits)]
const valuesOf = (text: string) => read(text).map((entry) => ('value' in entry ? entry.value : entry.fault))

describe('listEntries', () => {
  it.each([
    '[]',
    ' [ \n ] \n',
    '[1]',
    '[null,"",{},[]]',
    '[{"a":"],[{}"},{"b":[[1,2],{"c":"}"}]}]',
    '["a\\"],[\\"b","\\\\","\\\\\\"",2]',
    '["ä€😀,]", "\\ud83d\\ude00"]',
    JSON.stringify([{ id: 'a', note: 'x, "y", [z]' }, { id: 'b' }], null, 1),
  ])('reads of %j what JSON.parse reads', (text) => {
    expect(valuesOf(text)).toEqual(JSON.parse(text))
  })

  it.each([
    '',
    ' ',
    '{}',
    '"[]"',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,1]',
    '[1]]',
    '[1] 2',
    '[{]',
    '[}]',
    '[{"a":1]}',
    '["a]',
    '["a\\"]',
    '["a\\',
    '[a]',
    '\ufeff[]',
  ])('says of %j that it is no list', (text) => {
    expect(() => read(text)).toThrow(NoList)
  })

  it.each([
    ['objects', `{"a":[${'{},'.repeat(8)}{}]}`],
    ['lists', `${'['.repeat(11)}${']'.repeat(11)}`],
    ['fields', `{${Array.from({ length: 11 }, (_, index) => `"${index}":0`).join()}}`],
  ])('does not parse an entry with too many %s; the next one is read', (_what, entry) => {
    expect(valuesOf(`[${entry},1]`)).toEqual(['The entry must hold at most 10 values.', 1])
  })

  it('counts no values inside of a text', () => {
    const text = '{[,'.repeat(100)
    expect(valuesOf(JSON.stringify([{ text }]))).toEqual([{ text }])
  })

  it('does not parse an entry with too many bytes', () => {
    const longest = 'a'.repeat(LIMITS.bytes - 2)
    expect(valuesOf(`["${longest}","${longest}a"]`)).toEqual([longest, 'The entry must be at most 1000 bytes.'])
  })

  it('reads no further than it is asked for', () => {
    const entries = listEntries(Buffer.from('[1,2,a'), LIMITS)
    expect([entries.next().value, entries.next().value]).toEqual([
      { value: 1, bytes: 1, values: 1 },
      { value: 2, bytes: 1, values: 1 },
    ])
    expect(() => entries.next()).toThrow(NoList)
  })
})
