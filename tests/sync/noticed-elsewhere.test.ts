import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { oneOfEach } from '#tests/support/long.ts'
import { MUTATIONS, RESTORE_MUTATIONS } from './mutations.ts'
import { NOTICED_ELSEWHERE, NOTICED_IN_WRITTEN_TRACES, type NoticedElsewhere } from './noticed-elsewhere.ts'
import { changed } from './source-change.ts'

const root = path.resolve(import.meta.dirname, '../..')

const ruleOf = (name: string): string => name.slice(0, name.indexOf(' '))
const familyOf = (name: string): string => name.slice(0, name.indexOf('.'))

const rules = [...readFileSync(path.join(root, 'docs/sync-spec.md'), 'utf8').matchAll(/^- \*\*(S\d+\.\d+)\*\*/gm)].map(
  ([, rule]) => rule,
)

interface JsonReport {
  testResults: { assertionResults: { title: string; status: string }[] }[]
}

/** The titles of the tests that ran and their status, on the changed code. Rejects when no test could run. */
async function testsOnChanged({ change, project, file, title }: NoticedElsewhere) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const config = path.join(import.meta.dirname, 'changed-source.config.ts')
  const pattern = title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const words = ['run', '--config', config, '--project', project, '--reporter=json', '-t', pattern, file]
  // What this run of vitest tells its own workers is not meant for another one.
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const env = { ...Object.fromEntries(outer), SOURCE_CHANGE: JSON.stringify(change) }
  const folder = mkdtempSync(path.join(tmpdir(), 'dosewell-changed-'))
  const report = path.join(folder, 'report.json')
  try {
    // Failing is what it is for: only a run without a report is a problem.
    const options = [...words, `--outputFile=${report}`]
    await new Promise((resolve) => execFile(process.execPath, [vitest, ...options], { cwd: root, env }, resolve))
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as JsonReport
    return testResults.flatMap(({ assertionResults }) => assertionResults)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('every rule of docs/sync-spec.md is broken once', () => {
  it.each(rules)('%s, and something notices', (rule) => {
    const broken = [MUTATIONS, RESTORE_MUTATIONS, NOTICED_ELSEWHERE, NOTICED_IN_WRITTEN_TRACES]
    expect(broken.flatMap(Object.keys).map(ruleOf)).toContain(rule)
  })

  it('and nothing else is', () => {
    const broken = [MUTATIONS, RESTORE_MUTATIONS, NOTICED_ELSEWHERE, NOTICED_IN_WRITTEN_TRACES]
    expect(rules.length).toBeGreaterThan(40)
    for (const name of broken.flatMap(Object.keys)) expect(rules).toContain(ruleOf(name))
  })

  it.each(Object.entries(NOTICED_ELSEWHERE))(
    '%s changes code that is there, before a test that is there',
    (_, elsewhere) => {
      const { change, file, title } = elsewhere
      expect(changed(readFileSync(path.join(root, change.file), 'utf8'), change)).not.toBe('')
      // Some titles are made of a table's rows: their rule is what stands in the file.
      expect(readFileSync(path.join(root, file), 'utf8')).toContain(title.slice(0, title.indexOf(' ')))
    },
  )

  it('in written traces by tests that are there', () => {
    const traces = readFileSync(path.join(import.meta.dirname, 'restore-traces.test.ts'), 'utf8')
    for (const title of Object.values(NOTICED_IN_WRITTEN_TRACES)) expect(traces).toContain(`it('${title}'`)
  })
})

describe.concurrent('a rule that no trace shows is noticed by its own test', () => {
  it.each(oneOfEach(Object.keys(NOTICED_ELSEWHERE), familyOf))('%s', async (name) => {
    const elsewhere = NOTICED_ELSEWHERE[name]
    if (!elsewhere) throw new Error(name)
    const ran = (await testsOnChanged(elsewhere)).filter(({ title }) => title.startsWith(elsewhere.title))
    expect(ran).toMatchObject([{ status: 'failed' }])
  })
})
