/** Durations in milliseconds, in the order in which they were measured. */
export type Samples = readonly number[]

/** Returns the value below which that share of the samples lies (nearest rank); NaN without samples. */
export function percentile(samples: Samples, share: number): number {
  const sorted = [...samples].sort((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const p50 = (samples: Samples): number => percentile(samples, 0.5)
export const p95 = (samples: Samples): number => percentile(samples, 0.95)

/** One line of the table. */
export interface Figure {
  /** What `--only` selects by. */
  row: string
  /** What was done. */
  work: string
  n: number
  p50: number
  p95: number
  /** What the figure is compared with: the same work by other means in the same run. Absent for plain facts. */
  reference?: { name: string; p50: number }
  /** `≤ 1.5 × raw` and whether it is met. Absent for figures without a target. */
  target?: { words: string; met: boolean }
  unit?: 'ms' | 'kB' | 'MB'
  /** Measured in the same run, for comparison only. */
  beside?: string
}

/** Builds a figure that may be at most `bar` times the median of the reference. */
export function held(
  row: string,
  work: string,
  samples: Samples,
  reference: { name: string; samples: Samples },
  bar: number,
  beside?: string,
): Figure {
  const figure = { row, work, n: samples.length, p50: p50(samples), p95: p95(samples) }
  const base = p50(reference.samples)
  return {
    ...figure,
    reference: { name: reference.name, p50: base },
    target: { words: `≤ ${bar} × ${reference.name}`, met: figure.p50 <= bar * base },
    ...(beside === undefined ? {} : { beside }),
  }
}
