/** What Excel, Numbers and LibreOffice take for the start of a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

export type CsvRow = readonly (string | number | null)[]

/**
 * Yields a table line by line as CSV (RFC 4180) that is safe to open as a spreadsheet: a text that would run as a
 * formula is prefixed with an apostrophe. Null is an empty cell, and numbers stay numbers. It begins with a byte order
 * mark, without which Excel misreads accents.
 */
export function* csvLines(rows: Iterable<CsvRow>): Generator<string, void> {
  yield '\uFEFF'
  for (const row of rows) yield `${row.map(cellOf).join(',')}\r\n`
}

function cellOf(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
