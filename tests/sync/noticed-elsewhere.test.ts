import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { oneOfEach } from '#tests/support/long.ts'
import type { ChangedProject, EndedOnChanged } from './changed-source.config.ts'
import { MUTATIONS, PEOPLE_MUTATIONS, RESTORE_MUTATIONS } from './mutations.ts'
import { NOTICED_ELSEWHERE, NOTICED_IN_WRITTEN_TRACES } from './noticed-elsewhere.ts'
import { changed } from './source-change.ts'

const root = path.resolve(import.meta.dirname, '../..')

const ruleOf = (name: string): string => name.slice(0, name.indexOf(' '))
const familyOf = (name: string): string => name.slice(0, name.indexOf('.'))

const rules = [...readFileSync(path.join(root, 'docs/sync-spec.md'), 'utf8').matchAll(/^- \*\*(S\d+\.\d+)\*\*/gm)].map(
  ([, rule]) => rule,
)

const BROKEN = [MUTATIONS, RESTORE_MUTATIONS, PEOPLE_MUTATIONS, NOTICED_ELSEWHERE, NOTICED_IN_WRITTEN_TRACES]

/** Runs the tests that must notice, each on its changed code. Returns what ran, by rule. */
async function testsOnChanged(names: readonly string[]): Promise<Map<string, EndedOnChanged[]>> {
  const broken = names.flatMap((name) => {
    const elsewhere = NOTICED_ELSEWHERE[name]
    return elsewhere ? [{ ...elsewhere, name }] : []
  })
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const config = path.join(import.meta.dirname, 'changed-source.config.ts')
  const pattern = broken.map(({ title }) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  // What this run of vitest tells its own workers is not meant for another one.
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST'))
  const folder = mkdtempSync(path.join(tmpdir(), 'dosewell-changed-'))
  const outcomes = path.join(folder, 'outcomes.json')
  const projects: ChangedProject[] = broken.map(({ name, change, project, file }) => ({ name, change, project, file }))
  const env = { ...Object.fromEntries(outer), SOURCE_CHANGES: JSON.stringify(projects), OUTCOMES_FILE: outcomes }
  try {
    // Failing is what it is for: only a run without outcomes is a problem.
    const words = [vitest, 'run', '--config', config, '-t', pattern]
    await new Promise((resolve) => execFile(process.execPath, words, { cwd: root, env }, resolve))
    const ended = JSON.parse(readFileSync(outcomes, 'utf8')) as EndedOnChanged[]
    const ofRule = ({ name, title }: (typeof broken)[number]) =>
      ended.filter((test) => test.project === name && test.title.startsWith(title))
    return new Map(broken.map((one) => [one.name, ofRule(one)]))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('every rule of docs/sync-spec.md is broken once', () => {
  it.each(rules)('%s, and something notices', (rule) => {
    expect(BROKEN.flatMap(Object.keys).map(ruleOf)).toContain(rule)
  })

  it('and nothing else is', () => {
    expect(rules.length).toBeGreaterThan(40)
    for (const name of BROKEN.flatMap(Object.keys)) expect(rules).toContain(ruleOf(name))
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

describe('a rule that no trace shows is noticed by its own test', () => {
  const names = oneOfEach(Object.keys(NOTICED_ELSEWHERE), familyOf)
  let ran: Map<string, EndedOnChanged[]>
  beforeAll(async () => {
    ran = await testsOnChanged(names)
  }, 600_000)

  it.each(names)('%s', (name) => {
    expect(ran.get(name)).toMatchObject([{ state: 'failed' }])
  })
})
