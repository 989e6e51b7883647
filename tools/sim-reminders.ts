/**
 * Simulates reminders over many random timelines (tests/reminders): a dose, one or two tabs and the worker, with
 * changeovers, travel, clock changes, sleep, reloads, snoozes and undos.
 *
 *   npm run sim:reminders -- --timelines 1000000
 *   npm run sim:reminders -- --from 500 --timelines 1       one of them
 *   npm run sim:reminders -- --year                         twelve users in twelve zones, two devices each, for a year,
 *                                                           against the server's own worker on PGlite; --days 30 for
 *                                                           less, --seed for another year
 *
 * Exit code 0: nothing missed, doubled or unlisted.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runTimelines } from '#tests/reminders/run-timelines.ts'
import { runYear } from '#tests/reminders/year/run-year.ts'

const { values } = parseArgs({
  options: {
    timelines: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
    threads: { type: 'string', default: String(availableParallelism()) },
    year: { type: 'boolean', default: false },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: '0' },
  },
})

const started = performance.now()
const failed = values.year ? await year(Number(values.days)) : await timelines()
process.exitCode = failed === 0 ? 0 : 1

async function timelines(): Promise<number> {
  const { from, timelines, threads } = values
  const report = await runTimelines(Number(from), Number(timelines), Number(threads))
  print(report.problems, report.counts)
  const { missed, doubled, failed, counts } = report
  console.log(`${missed} missed, ${doubled} doubled, ${failed} of ${counts.timelines} timelines failed, ${seconds()} s`)
  return failed
}

async function year(days: number): Promise<number> {
  const { seed, threads } = values
  const { counts, problems } = await runYear(seed, days, Number(threads))
  print(problems, counts)
  console.log(`${problems.length} problems in ${days} days of seed ${seed}, ${seconds()} s`)
  return problems.length
}

function print(problems: readonly string[], counts: Readonly<Record<string, number>>): void {
  for (const problem of problems) console.log(problem)
  for (const [name, count] of Object.entries(counts)) console.log(`${name.padEnd(18)}${count}`)
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1)
}
