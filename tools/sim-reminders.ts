/**
 * Reminders over many random timelines (tests/reminders): a dose, one or two tabs and the worker, with changeovers, travel,
 * clocks that are set, sleep, reloads, snoozes and undos.
 *
 *   npm run sim:reminders -- --timelines 1000000
 *   npm run sim:reminders -- --from 500 --timelines 1       one of them
 *
 * Exit code 0: nothing missed, doubled or unlisted.
 */
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { runTimelines } from '#tests/reminders/run-timelines.ts'

const { values } = parseArgs({
  options: {
    timelines: { type: 'string', default: '100000' },
    from: { type: 'string', default: '0' },
    threads: { type: 'string', default: String(availableParallelism()) },
  },
})

const started = performance.now()
const report = await runTimelines(Number(values.from), Number(values.timelines), Number(values.threads))
for (const problem of report.problems) console.log(problem)
for (const [name, count] of Object.entries(report.counts)) console.log(`${name.padEnd(16)}${count}`)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(
  `${report.missed} missed, ${report.doubled} doubled, ${report.failed} of ${report.counts.timelines} timelines failed, ${seconds} s`,
)
process.exitCode = report.failed === 0 ? 0 : 1
