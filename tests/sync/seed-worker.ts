import { parentPort, workerData } from 'node:worker_threads'
import { type Played, play } from './play.ts'
import { addReports, type Report } from './report.ts'
import { MOST_FAILURES, type Outcome, type Share } from './run-seeds.ts'
import { startServer } from './server.ts'
import { describeFailure, shrink } from './shrink.ts'

const { range, change } = workerData as Share
const server = await startServer()
const reports: Report[] = []
const failures: string[] = []

/** Code broken on purpose fails for a known reason, so one line is enough. */
const describe = async (played: Played): Promise<string> =>
  change
    ? `seed ${played.seed}: ${played.violations[0]?.split('\n')[0]}`
    : describeFailure(await shrink(server, played))

for (let seed = range.from; seed < range.from + range.count && failures.length < MOST_FAILURES; seed += 1) {
  const played = await play(server, `${range.prefix ?? ''}${seed}`)
  reports.push(played.report)
  if (played.violations.length > 0) failures.push(await describe(played))
}
await server.close()
parentPort?.postMessage({ report: addReports(reports), failures } satisfies Outcome)
