import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import type { ProjectTotals, TestReport } from './totals.ts'

/** Environment variable that names the file to write. */
export const REPORT_FILE = 'DOSEWELL_TEST_REPORT'

/**
 * Writes the run's totals per project as JSON. Vitest's own JSON has no project names, does not count a file that
 * failed to load as a failed test, and leaves out unhandled errors.
 */
export default class TotalsReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<{ message: string }>): void {
    const report: TestReport = {
      projects: {},
      unhandled: unhandled.map(({ message }) => message),
      secondTries: modules.flatMap(secondTriesOf),
    }
    for (const module of modules) {
      const totals = report.projects[module.project.name] ?? { passed: 0, failed: 0, skipped: 0 }
      report.projects[module.project.name] = add(totals, countModule(module))
    }
    const file = process.env[REPORT_FILE]
    if (!file) throw new Error(`${REPORT_FILE} names no file to write the totals to`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(report, null, 2))
  }
}

/**
 * A test still pending when the run ended was cut off, so it failed. Errors of files and of suite hooks count as one
 * each.
 */
function countModule(module: TestModule): ProjectTotals {
  const totals: ProjectTotals = { passed: 0, failed: module.errors().length, skipped: 0 }
  for (const suite of module.children.allSuites()) totals.failed += suite.errors().length
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    totals[state === 'pending' ? 'failed' : state] += 1
  }
  return totals
}

const secondTriesOf = (module: TestModule): string[] =>
  [...module.children.allTests()]
    .filter((test) => test.diagnostic()?.flaky)
    .map((test) => {
      // The first line alone can be a heading: "The pages complained:".
      const said = test.result().errors?.[0]?.message.split('\n').slice(0, 2).join(' ') ?? 'no error'
      return `${module.relativeModuleId} > ${test.fullName}: ${said}`
    })

function add(a: ProjectTotals, b: ProjectTotals): ProjectTotals {
  return { passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }
}
