import { readFileSync } from 'node:fs'

/** A row of a table of calls in docs/security.md: what each role hears. */
export interface MatrixRow {
  call: string
  cells: Record<string, string>
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Returns the rows of the table in docs/security.md whose first heading this is. */
export function readMatrix(heading: string): MatrixRow[] {
  const lines = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8').split('\n')
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`))
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'))
  const [, ...roles] = cellsOf(String(lines[start]))
  return lines
    .slice(start + 2, end)
    .map(cellsOf)
    .map(([call, ...cells]) => ({
      call: String(call),
      cells: Object.fromEntries(roles.map((role, index) => [role, String(cells[index])])),
    }))
}
