/**
 * Checks the import rules of `.dependency-cruiser.mjs` and stops the build where one is broken.
 *
 *   node tools/import-rules.ts          exit 0: no rule broken; 1: at least one, each printed with its remedy
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { cruise, type ICruiseResult, type IViolation } from 'dependency-cruiser'
import extractConfiguration from 'dependency-cruiser/config-utl/extract-depcruise-config'

const REPOSITORY = path.resolve(import.meta.dirname, '..')

/**
 * The folders and files to read, if they exist. Includes configurations, because what only they import is used as well.
 */
const ROOTS = [
  'packages',
  'domain',
  'server',
  'src',
  'tests',
  'tools',
  'vite.config.ts',
  'vitest.config.ts',
  'drizzle.config.ts',
]

/** With fewer modules than this the parser has failed (it saw no TypeScript), and no complaint would mean nothing. */
export const FEWEST_MODULES = 30

export type BrokenRule = { rule: string; from: string; to: string; remedy: string }

export type ImportReport = {
  /** How many of our own modules were read (without node_modules). */
  modules: number
  /** Names of the rules that were checked. */
  rules: string[]
  broken: BrokenRule[]
}

/**
 * Reads every module under `root` and reports each broken rule once per import.
 * @param root absolute path of a checkout (or of a copy of one that has its package.json).
 * @throws when a file cannot be parsed.
 */
export async function checkImports(root: string = REPOSITORY): Promise<ImportReport> {
  const { forbidden = [], options = {} } = await extractConfiguration(path.join(REPOSITORY, '.dependency-cruiser.mjs'))
  const remedies = new Map(forbidden.map((rule) => [rule.name, rule.comment ?? '']))
  const roots = ROOTS.filter((name) => existsSync(path.join(root, name)))
  const { output } = await cruise(roots, {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
  })
  const { modules, summary } = asResult(output)
  return {
    modules: modules.filter(({ source }) => roots.some((name) => isUnder(source, name))).length,
    rules: forbidden.map(({ name }) => name ?? 'unnamed'),
    broken: summary.violations.map((violation) => describe(violation, remedies)),
  }
}

function asResult(output: ICruiseResult | string): ICruiseResult {
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`)
  return output
}

function isUnder(source: string, root: string): boolean {
  return source === root || source.startsWith(`${root}/`)
}

function describe({ rule, from, to, cycle }: IViolation, remedies: Map<string | undefined, string>): BrokenRule {
  const through = cycle ? cycle.map(({ name }) => name).join(' → ') : to
  return { rule: rule.name, from, to: through, remedy: remedies.get(rule.name) ?? '' }
}

/** Returns the lines to print: one per broken rule, then the verdict. */
export function renderReport({ modules, broken }: Omit<ImportReport, 'rules'>): {
  ok: boolean
  text: string
} {
  const lines = broken.map(({ rule, from, to, remedy }) =>
    from === to ? `${rule}: ${from}\n    ${remedy}` : `${rule}: ${from} → ${to}\n    ${remedy}`,
  )
  const blind = modules < FEWEST_MODULES
  if (blind)
    lines.push(
      `Only ${modules} modules were read, at least ${FEWEST_MODULES} are expected: the parser does not see the code.`,
    )
  lines.push(`import rules: ${modules} modules read, ${broken.length} broken`)
  return { ok: !blind && broken.length === 0, text: lines.join('\n') }
}

if (import.meta.main) {
  const { ok, text } = renderReport(await checkImports())
  console.log(text)
  process.exitCode = ok ? 0 : 1
}
