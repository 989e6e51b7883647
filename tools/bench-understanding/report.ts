import { f1, precision, recall, type Score } from './score.ts'
import type { SectionReport } from './section.ts'

const percent = (part: number, whole = 1): string =>
  whole === 0 || Number.isNaN(part) ? '–' : `${((100 * part) / whole).toFixed(1)} %`

/** Returns the figures of a section: one line for each corpus and reader, then each field of ours. */
export function renderReport({ name, scores, targets, notes }: SectionReport, withFailures: boolean): string {
  const ours = scores[0]?.reader
  const own = scores.filter(({ reader }) => reader === ours)
  return [
    `${name}`,
    table([['texts', 'reader', 'n', 'exact', 'sure', 'sure but wrong'], ...scores.map(overall)]),
    ...own.map((score) => `\n${score.corpus}, ${score.reader}, by field\n${table([FIELD_HEADS, ...fields(score)])}`),
    ...(withFailures ? own.flatMap(({ corpus, failures }) => failures.map((line) => `  ${corpus}: ${line}`)) : []),
    ...notes,
    ...targets.map(({ words, met }) => `${met ? 'pass' : 'MISS'}  ${words}`),
  ].join('\n')
}

const overall = ({ corpus, reader, n, exact, sure, sureWrong }: Score): string[] => [
  corpus,
  reader,
  String(n),
  percent(exact, n),
  String(sure),
  percent(sureWrong, sure),
]

const FIELD_HEADS = ['field', 'right', 'wrong', 'missed', 'precision', 'recall', 'F1']

const fields = (score: Score): string[][] =>
  [...score.fields].map(([field, counts]) => [
    field,
    String(counts.right),
    String(counts.wrong),
    String(counts.missed),
    percent(precision(counts)),
    percent(recall(counts)),
    percent(f1(counts)),
  ])

function table(lines: readonly string[][]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isText = (column: number): boolean => Number.isNaN(Number.parseFloat(lines[1]?.[column] ?? ''))
  return lines
    .map((line) =>
      line
        .map((cell, column) => (isText(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
