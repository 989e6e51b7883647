import { parentPort, workerData } from 'node:worker_threads'
import { play } from './play.ts'
import { addReports, type Report } from './report.ts'
import { MOST_FAILURES, type Outcome, type SeedRange } from './run-seeds.ts'
import { startServer } from './server.ts'
import { describeFailure, shrink } from './shrink.ts'

const { from, count } = workerData as SeedRange
const server = await startServer()
const reports: Report[] = []
const failures: string[] = []
for (let seed = from; seed < from + count && failures.length < MOST_FAILURES; seed += 1) {
  const played = await play(server, String(seed))
  reports.push(played.report)
  if (played.violations.length > 0) failures.push(describeFailure(await shrink(server, played)))
}
await server.close()
parentPort?.postMessage({ report: addReports(reports), failures } satisfies Outcome)
