import { type Played, play } from './play.ts'
import { addReports, type Report } from './report.ts'
import type { SimServer } from './server.ts'
import { describeFailure, shrink } from './shrink.ts'

export interface Outcome {
  report: Report
  /** Descriptions of the first failing seeds. */
  failures: string[]
}

/** Ends a run early when it has more failures than anyone reads. */
export const MOST_FAILURES = 3

/** Plays these seeds one after another. `describe` says what is wrong with one that fails. */
export async function playSeeds(
  server: SimServer,
  seeds: readonly string[],
  describe = async (played: Played) => describeFailure(await shrink(server, played)),
): Promise<Outcome> {
  const reports: Report[] = []
  const failures: string[] = []
  for (const seed of seeds) {
    const played = await play(server, seed)
    reports.push(played.report)
    if (played.violations.length > 0) failures.push(await describe(played))
    if (failures.length >= MOST_FAILURES) break
  }
  return { report: addReports(reports), failures }
}
