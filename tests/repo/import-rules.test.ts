import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkImports, FEWEST_MODULES, type ImportReport, renderReport } from '../../tools/import-rules.ts'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')

/** One forbidden import per row: the rule, the offending file, the offending line, and the file it imports. */
type Plant = { rule: string; file: string; line: string; target?: string }

const plants: Plant[] = [
  {
    rule: 'reading-imports-only-itself',
    file: 'packages/reading/planted/a.ts',
    line: `import type { Target } from '../../../domain/planted/target.ts'`,
    target: 'domain/planted/target.ts',
  },
  {
    rule: 'print-imports-only-itself',
    file: 'packages/print/planted/a.ts',
    line: `import type { Target } from '../../../domain/planted/target.ts'`,
    target: 'domain/planted/target.ts',
  },
  {
    rule: 'packages-are-entered-by-name',
    file: 'domain/planted/e.ts',
    line: `import '../../packages/reading/words/near.ts'`,
    target: 'packages/reading/words/near.ts',
  },
  {
    rule: 'domain-imports-only-domain',
    file: 'domain/planted/a.ts',
    line: `import '#server/planted/target.ts'`,
    target: 'server/planted/target.ts',
  },
  {
    rule: 'domain-imports-only-domain',
    file: 'domain/planted/b.ts',
    line: `import type { Target } from '../../src/data/planted/target.ts'`,
    target: 'src/data/planted/target.ts',
  },
  { rule: 'domain-is-pure', file: 'domain/planted/c.ts', line: `import 'node:fs'` },
  { rule: 'client-takes-zod-mini', file: 'domain/planted/d.ts', line: `import { z } from 'zod'` },
  { rule: 'client-takes-zod-mini', file: 'src/data/planted/zod.ts', line: `import type { z } from 'zod'` },
  {
    rule: 'server-imports-only-server-and-domain',
    file: 'server/planted/a.ts',
    line: `import '#src/data/planted/target.ts'`,
    target: 'src/data/planted/target.ts',
  },
  {
    rule: 'server-rooms-import-what-stands-below',
    file: 'server/platform/planted.ts',
    line: `import type { Target } from '../planted/target.ts'`,
    target: 'server/planted/target.ts',
  },
  {
    rule: 'server-rooms-import-what-stands-below',
    file: 'server/doses/planted.ts',
    line: `import '../reminders/planted.ts'`,
    target: 'server/reminders/planted.ts',
  },
  {
    rule: 'server-rooms-are-listed',
    file: 'server/planted/room.ts',
    line: `import './target.ts'`,
    target: 'server/planted/target.ts',
  },
  {
    rule: 'src-never-imports-server',
    file: 'src/app/planted/a.tsx',
    line: `import type { Target } from '#server/planted/target.ts'`,
    target: 'server/planted/target.ts',
  },
  {
    rule: 'src-never-imports-server',
    file: 'src/data/planted/lazy.ts',
    line: `export const late = () => import('#server/planted/target.ts')`,
    target: 'server/planted/target.ts',
  },
  {
    rule: 'sync-imports-only-domain',
    file: 'src/sync/planted/a.ts',
    line: `import type { Target } from '#src/data/planted/target.ts'`,
    target: 'src/data/planted/target.ts',
  },
  { rule: 'sync-knows-no-storage-and-no-screen', file: 'src/sync/planted/b.ts', line: `import 'dexie'` },
  {
    rule: 'data-imports-only-sync-and-platform',
    file: 'src/data/planted/a.ts',
    line: `import '#src/ui/planted/target.tsx'`,
    target: 'src/ui/planted/target.tsx',
  },
  {
    rule: 'data-takes-platform-as-types-or-clock',
    file: 'src/data/planted/b.ts',
    line: `import '#src/platform/planted/target.ts'`,
    target: 'src/platform/planted/target.ts',
  },
  {
    rule: 'platform-imports-only-sync',
    file: 'src/platform/planted/a.ts',
    line: `import '#src/data/planted/target.ts'`,
    target: 'src/data/planted/target.ts',
  },
  {
    rule: 'session-imports-no-screens',
    file: 'src/session/planted/a.ts',
    line: `import '#src/features/planted-two/target.tsx'`,
    target: 'src/features/planted-two/target.tsx',
  },
  {
    rule: 'ui-imports-only-ui',
    file: 'src/ui/planted/a.tsx',
    line: `import '#domain/planted/target.ts'`,
    target: 'domain/planted/target.ts',
  },
  {
    rule: 'features-import-only-lower-rooms',
    file: 'src/features/planted-one/a.tsx',
    line: `import '#src/app/planted/target.tsx'`,
    target: 'src/app/planted/target.tsx',
  },
  {
    rule: 'features-do-not-import-each-other',
    file: 'src/features/planted-one/b.tsx',
    line: `export * from '../planted-two/target.tsx'`,
    target: 'src/features/planted-two/target.tsx',
  },
  {
    rule: 'worker-imports-no-screens',
    file: 'src/sw/planted/a.ts',
    line: `import '#src/features/planted-two/target.tsx'`,
    target: 'src/features/planted-two/target.tsx',
  },
  {
    rule: 'worker-starts-light',
    file: 'src/sw/shell.ts',
    line: `import '#src/data/planted/target.ts'`,
    target: 'src/data/planted/target.ts',
  },
  {
    rule: 'only-the-roots-join',
    file: 'src/planted.ts',
    line: `import '#src/features/planted-two/target.tsx'`,
    target: 'src/features/planted-two/target.tsx',
  },
  {
    rule: 'product-imports-no-tests',
    file: 'server/planted/b.ts',
    line: `import '#tests/planted/target.ts'`,
    target: 'tests/planted/target.ts',
  },
  {
    rule: 'product-imports-no-tests',
    file: 'server/doses/planted-d.ts',
    line: `import '#server/testing/planted.ts'`,
    target: 'server/testing/planted.ts',
  },
  {
    rule: 'product-imports-no-tests',
    file: 'src/data/planted/d.ts',
    line: `import '#src/testing/planted.ts'`,
    target: 'src/testing/planted.ts',
  },
  { rule: 'product-takes-no-dev-packages', file: 'server/planted/e.ts', line: `import 'fast-check'` },
  { rule: 'packages-are-declared', file: 'tests/planted/koa.ts', line: `import 'koa'` },
  {
    rule: 'no-cycles',
    file: 'server/doses/cycle.ts',
    line: `import './cycle-back.ts'`,
    target: 'server/doses/cycle-back.ts',
  },
  { rule: 'no-orphans', file: 'src/platform/planted/orphan.ts', line: 'export const alone = true' },
  { rule: 'every-import-resolves', file: 'server/planted/c.ts', line: `import '#domain/planted/nowhere.ts'` },
]

/** What the rules allow, in the forms the code base uses: if it were reported, the rules would be too strict. */
const allowed: Plant[] = [
  {
    rule: 'everything may import a package by its name',
    file: 'server/planted/f.ts',
    line: `import '@dosewell/reading/label'`,
  },
  {
    rule: 'a server test may use the support of all tests',
    file: 'server/planted/a.test.ts',
    line: `import '#tests/planted/target.ts'`,
    target: 'tests/planted/target.ts',
  },
  {
    rule: 'src/data may take types of src/platform',
    file: 'src/data/planted/c.ts',
    line: `import type { Target } from '#src/platform/planted/target.ts'`,
    target: 'src/platform/planted/target.ts',
  },
  {
    rule: 'a client test may use the support of client tests',
    file: 'src/data/planted/e.test.ts',
    line: `import '#src/testing/planted.ts'`,
    target: 'src/testing/planted.ts',
  },
  {
    rule: 'the worker may import what it runs late',
    file: 'src/sw/sw.ts',
    line: `export const handlers = () => import('./planted/target.ts')`,
    target: 'src/sw/planted/target.ts',
  },
  {
    rule: 'a feature may import the session',
    file: 'src/features/planted-one/d.tsx',
    line: `import '#src/session/planted/target.ts'`,
    target: 'src/session/planted/target.ts',
  },
  {
    rule: 'a feature may import its own files',
    file: 'src/features/planted-two/c.tsx',
    line: `import './target.tsx'`,
    target: 'src/features/planted-two/target.tsx',
  },
  {
    rule: 'src/app may join features',
    file: 'src/app/planted/b.tsx',
    line: `import '#src/features/planted-two/target.tsx'`,
    target: 'src/features/planted-two/target.tsx',
  },
]

const copy = mkdtempSync(path.join(tmpdir(), 'dosewell-import-rules-'))
let report: ImportReport

beforeAll(async () => {
  // Only what is planted: `npm run lint` reads everything else.
  cpSync(path.join(REPOSITORY, 'package.json'), path.join(copy, 'package.json'))
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(copy, 'node_modules'))
  for (const plant of [...plants, ...allowed]) sow(plant)
  write('server/doses/cycle-back.ts', `import './cycle.ts'\n`)
  report = await checkImports(copy)
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
  writeFileSync(path.join(copy, file), text)
}

function sow({ file, line, target }: Plant): void {
  if (target) write(target, 'export type Target = string\n')
  write(file, `${line}\n`)
}

/** A cycle is reported once, from whichever of its files comes first; `to` then names the whole way round. */
function rulesBrokenBy(file: string): string[] {
  return report.broken.filter(({ from, to }) => [from, ...to.split(' → ')].includes(file)).map(({ rule }) => rule)
}

describe('each import rule reports the import it forbids, and no other rule does', () => {
  it.each(plants)('$rule: $file', ({ rule, file }) => {
    expect(rulesBrokenBy(file)).toEqual([rule])
  })

  it('every rule of the configuration has been broken once here', () => {
    expect([...new Set(plants.map(({ rule }) => rule))].sort()).toEqual([...new Set(report.rules)].sort())
  })

  it('a report names the remedy of the rule', () => {
    const { ok, text } = renderReport(report)
    expect(ok).toBe(false)
    expect(text).toContain('src-never-imports-server: src/app/planted/a.tsx → server/planted/target.ts')
    expect(text).toContain('The client reaches the server over HTTP only.')
  })
})

describe('what the rules allow stays allowed', () => {
  it.each(allowed)('$rule', ({ file }) => {
    expect(rulesBrokenBy(file)).toEqual([])
  })
})

describe('a checker that sees nothing does not pass', () => {
  it(`fewer than ${FEWEST_MODULES} modules fail although no rule is broken`, () => {
    const { ok, text } = renderReport({ modules: FEWEST_MODULES - 1, broken: [] })
    expect(ok).toBe(false)
    expect(text).toContain('the parser does not see the code')
  })

  it('the modules that were planted were read', () => {
    expect(report.modules).toBeGreaterThan(FEWEST_MODULES)
  })
})
