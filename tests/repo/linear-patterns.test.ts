import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { describe, expect, it } from 'vitest'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')
/** Code that reads text from outside. */
const FILES = globSync(['packages/**/*.ts', 'domain/**/*.ts', 'server/**/*.ts'], { cwd: REPOSITORY }).filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('server/testing/'),
)

interface Pattern {
  file: string
  source: string
  flags: string
}

/** Describes how a pattern takes more than time in proportion to its text; empty if it does not. */
const superlinear = ({ file, source, flags }: Pattern): string[] =>
  analyse({ source, flags }, { reportTypes: { Move: true } }).reports.map(
    ({ type, character }) => `${file}: /${source.slice(0, 80)}/ on many ${character.literal.source} (${type})`,
  )

function writtenIn(file: string): Pattern[] {
  const found: Pattern[] = []
  const visitor = new Visitor({
    Literal(node) {
      if (!('regex' in node)) return
      found.push({ file, source: node.regex.pattern, flags: node.regex.flags })
    },
  })
  visitor.visit(parseSync(file, readFileSync(path.join(REPOSITORY, file), 'utf8')).program)
  return found
}

/** Collects the patterns that a module builds when it is loaded. */
async function composedIn(files: readonly string[]): Promise<Pattern[]> {
  const found: Pattern[] = []
  let loading = ''
  const Own = globalThis.RegExp
  globalThis.RegExp = new Proxy(Own, {
    construct(target, given: [string | RegExp, string?]) {
      const made = new target(...given)
      if (loading !== '') found.push({ file: loading, source: made.source, flags: made.flags })
      return made
    },
  })
  try {
    for (const file of files) {
      loading = file
      await import(path.join(REPOSITORY, file))
      loading = ''
    }
  } finally {
    globalThis.RegExp = Own
  }
  return found
}

const once = (patterns: readonly Pattern[]): Pattern[] => [
  ...new Map(patterns.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values(),
]

describe('the patterns that texts of others are read with', () => {
  it('take time in proportion to the text, where they are written out', () => {
    const written = once(FILES.flatMap(writtenIn))
    expect(written.length).toBeGreaterThan(500)
    expect(written.flatMap(superlinear)).toEqual([])
  })

  it('take time in proportion to the text, where they are put together', async () => {
    const readers = FILES.filter((file) => file.startsWith('packages/reading/'))
    const composed = once(await composedIn(readers))
    expect(composed.length).toBeGreaterThan(400)
    expect(composed.flatMap(superlinear)).toEqual([])
  })

  it.each(['[\\s,-]+(?:tablets?)$', '^[^/]*(?: [^/]*)+$', '\\d+(?:\\.\\d+)?mg', '^\\s*:?\\s*\\d'])(
    '/%s/ is found',
    (source) => {
      expect(superlinear({ file: 'here', source, flags: '' })).not.toEqual([])
    },
  )
})
