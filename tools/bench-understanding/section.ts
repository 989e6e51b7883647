import type { Corpus } from './sample.ts'
import { type Judge, type Reader, type Score, score } from './score.ts'

export interface SectionReport {
  name: string
  /** Ours first; every corpus with every reader. */
  scores: Score[]
  /** The product's targets, and whether they are met here. */
  targets: { words: string; met: boolean }[]
  /** Lines of plain text below the tables. */
  notes: string[]
}

/** A kind of material. `name` is what `--only` selects by. */
export interface Section {
  name: string
  measure(): Promise<SectionReport> | SectionReport
}

/** Scores all readers over all corpora in one run: ours and the baselines. */
export const scoreAll = (corpora: readonly Corpus[], readers: readonly Reader[], judge?: Judge): Score[] =>
  corpora.flatMap((corpus) => readers.map((reader) => score(corpus, reader, judge)))

/** Returns whether our share of exact readings reaches a target in every corpus. */
export function exactTarget(scores: readonly Score[], bar: number): SectionReport['targets'][number] {
  const own = scores.filter(({ reader }) => reader === scores[0]?.reader)
  return {
    words: `exact ≥ ${bar * 100} % of every kind of texts`,
    met: own.every(({ exact, n }) => exact >= bar * n),
  }
}

/** Returns whether fewer than 2 % of the values shown as sure are wrong (QUALITY: wrong rather than empty). */
export function wrongTarget(scores: readonly Score[]): SectionReport['targets'][number] {
  const own = scores.filter(({ reader }) => reader === scores[0]?.reader)
  return {
    words: 'sure but wrong < 2 % of every kind of texts',
    met: own.every(({ sure, sureWrong }) => sureWrong < 0.02 * Math.max(1, sure)),
  }
}
