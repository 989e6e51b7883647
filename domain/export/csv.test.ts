import { describe, expect, it } from 'vitest'
import { type CsvRow, csvLines } from './csv.ts'

const csvOf = (rows: CsvRow[]) => [...csvLines(rows)].join('')

const cell = (value: string | number | null) => csvOf([[value]]).slice(1, -2)

describe('csvLines', () => {
  it.each(['=1+1', '+61 400 000 000', '-2', '@SUM(A1)', '\tx'])(
    'puts an apostrophe before %j, which a spreadsheet would run',
    (text) => expect(cell(text)).toBe(`'${text}`),
  )

  it('puts it before a carriage return too, inside the quotes that the return needs', () => {
    expect(cell('\rx')).toBe('"\'\rx"')
  })

  it('leaves a negative number a number and null empty', () => {
    expect(csvOf([[-2, null, 0.5]])).toBe('\uFEFF-2,,0.5\r\n')
  })

  it('quotes commas, quotes and line breaks (RFC 4180)', () => {
    expect(cell('a, "b"\nc')).toBe('"a, ""b""\nc"')
  })
})
