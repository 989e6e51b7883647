/** A gap is wide from three spaces on; in a line where every gap is two or more, from one more. */
const WIDE = /\s{3,}|\s\|\s/
const WIDER = /\s{4,}|\s\|\s/

/** Returns the lines of a label without the strokes of a surrounding frame. */
export function withoutFrame(lines: readonly string[]): string[] {
  // A single stroke next to a word may be one of its letters: `|buprofen`.
  const isFramed = lines.filter((line) => /^\s*\|/.test(line)).length > 2
  return lines.map((line) =>
    isFramed || /^\s*\|.*\|\s*$/.test(line)
      ? line.replace(/^\s*\|/, '').replace(/\|\s*$/, '')
      : line.replace(/^\s*\|(?=\s)/, '').replace(/\s\|\s*$/, ''),
  )
}

/** Splits a line at wide gaps or strokes; the name of a field stays with its value. */
export function cellsOf(line: string): string[] {
  const text = line.replaceAll('\t', '    ').trim()
  const cells = text
    .split(/\S\s{1,2}\S/.test(text) ? WIDE : WIDER)
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter((cell) => cell !== '')
  return cells.flatMap((cell, index) =>
    endsAsField(cells[index - 1]) ? [] : endsAsField(cell) ? [`${cell} ${cells[index + 1] ?? ''}`.trim()] : [cell],
  )
}
const endsAsField = (cell = ''): boolean =>
  /:$|^(?:dr|doctor|prescriber|prescribed by|dispensed (?:by|at)|physician)\.?$/i.test(cell)
