/**
 * `npm run bench`: how fast the app is, in a real Chromium on a real server, and the server alone, compared with a minimal
 * implementation of the same work in the same run (docs/performance.md). Prints medians; the contents are verified before a time counts.
 *
 *   npm run bench                          every row
 *   npm run bench -- --only drain          rows whose name begins like that; may be given several times
 *
 * Exit code 0 when everything that was asked for could be measured, whether or not it meets its target.
 */
import { parseArgs } from 'node:util'
import type { Figure } from './bench/figures.ts'
import { interactions } from './bench/interactions.ts'
import { onDevice } from './bench/on-device.ts'
import { withPeople } from './bench/people.ts'
import type { Scenario } from './bench/scenario.ts'
import { serving } from './bench/serving.ts'
import { setUpBench } from './bench/setup.ts'
import { syncing } from './bench/syncing.ts'
import { renderTable } from './bench/table.ts'
import { buildClient, clientIsStale } from './client-build.ts'

const SCENARIOS: readonly Scenario[] = [onDevice, interactions, withPeople, syncing, serving]

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const isWanted = (row: string) => values.only?.some((begin) => row.startsWith(begin)) ?? true

process.exitCode = await main()

async function main(): Promise<number> {
  const all = SCENARIOS.flatMap(({ rows }) => rows)
  const wanted = new Set(all.filter(isWanted))
  if (wanted.size === 0) {
    console.error(`There is no such row. There are ${all.join(', ')}.`)
    return 1
  }
  if (clientIsStale() && !(await buildClient())) {
    console.error('The client could not be built.')
    return 1
  }
  const begun = performance.now()
  const figures = await measure(wanted)
  console.log(renderTable(figures))
  const missing = [...wanted].filter((row) => !figures.some((figure) => figure.row === row))
  for (const row of missing) console.log(`Not measured: ${row}`)
  const misses = figures.filter(({ target }) => target && !target.met).length
  console.log(
    `${figures.length} rows, ${misses} miss their target, ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  )
  return missing.length > 0 ? 1 : 0
}

async function measure(wanted: ReadonlySet<string>): Promise<Figure[]> {
  const figures: Figure[] = []
  const setup = await setUpBench()
  try {
    for (const { rows, run } of SCENARIOS) {
      const own = new Set(rows.filter((row) => wanted.has(row)))
      if (own.size === 0) continue
      await run(setup, own, (figure) => {
        figures.push(figure)
        console.error(`${figure.row}: ${figure.p50.toFixed(2)}`)
      }).catch((error: unknown) => console.error(error))
    }
  } finally {
    await setup.close()
  }
  return figures
}
