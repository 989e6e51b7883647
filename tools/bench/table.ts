import type { Figure } from './figures.ts'

const HEADS = ['row', 'work', 'n', 'p50', 'p95', 'reference', 'ratio', 'target', '']

const number = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

function cells(figure: Figure): string[] {
  const { row, work, n, p50, p95, reference, target, unit = 'ms' } = figure
  return [
    row,
    work,
    String(n),
    `${number(p50)} ${unit}`,
    `${number(p95)} ${unit}`,
    reference ? `${reference.name} ${number(reference.p50)}` : '',
    reference ? `${(p50 / reference.p50).toFixed(2)} ×` : '',
    target?.words ?? '',
    target ? (target.met ? 'pass' : 'MISS') : '',
  ]
}

/** Renders the figures as a text table; measurements for comparison are below the line of their figure. */
export function renderTable(figures: readonly Figure[]): string {
  const lines = [HEADS, ...figures.map(cells)]
  const widths = HEADS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const left = (column: number) => column < 2 || column > 6
  const render = (line: string[]) =>
    line
      .map((text, column) => (left(column) ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd()
  const [head = [], ...rest] = lines
  const body = rest.flatMap((line, index) => {
    const beside = figures[index]?.beside
    return beside ? [render(line), `${' '.repeat(widths[0] ?? 0)}  ${beside}`] : [render(line)]
  })
  return [render(head), ...body].join('\n')
}
