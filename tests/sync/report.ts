/** What a run went through, counted by name. Reports of several runs can be added up. */
export interface Report {
  seeds: number
  requests: number
  operations: Record<string, number>
  faults: Record<string, number>
  /** How often each rule of docs/sync-spec.md was tested. */
  rules: Record<string, number>
}

export const emptyReport = (): Report => ({ seeds: 0, requests: 0, operations: {}, faults: {}, rules: {} })

type Kind = 'operations' | 'faults' | 'rules'

export const count = (report: Report, kind: Kind, name: string): void => {
  report[kind][name] = (report[kind][name] ?? 0) + 1
}

export function addReports(reports: readonly Report[]): Report {
  const sum = emptyReport()
  for (const report of reports) {
    sum.seeds += report.seeds
    sum.requests += report.requests
    for (const kind of ['operations', 'faults', 'rules'] as const) {
      for (const [name, times] of Object.entries(report[kind])) {
        sum[kind][name] = (sum[kind][name] ?? 0) + times
      }
    }
  }
  return sum
}

/** Returns the names that should have been met and were not. */
export const missing = (report: Report, expected: Record<Kind, readonly string[]>): string[] =>
  (['operations', 'faults', 'rules'] as const).flatMap((kind) =>
    expected[kind].filter((name) => !report[kind][name]).map((name) => `${kind}: ${name}`),
  )

const line = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')

/** Returns the lines to print after a run. */
export const renderReport = (report: Report): string =>
  [
    `${report.seeds} seeds, ${report.requests} requests`,
    `operations: ${line(report.operations)}`,
    `faults: ${line(report.faults)}`,
    `rules: ${line(report.rules)}`,
  ].join('\n')
