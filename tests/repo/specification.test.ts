import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')

/** Sections whose every statement has a line. */
const SECTIONS = ['2', '3', '4', '5', '6', '7', '8', '9']

interface Line {
  id: string
  holders: string[]
}

function linesOf(document: string): Line[] {
  return [...document.matchAll(/^\| \*\*([\w.]+)\*\* .* \| ([^|]+) \|$/gm)].map(([, id, held]) => ({
    id: String(id),
    holders: String(held).split('<br>'),
  }))
}

const read = (file: string) => readFileSync(path.join(REPOSITORY, file), 'utf8')
const document = read('docs/specification.md')
const lines = linesOf(document)

/** Returns what is wrong with the test that a row names; null when nothing is. */
function problemOf(holder: string): string | null {
  const [, file, title] = /^`([^`]+\.test\.tsx?)` › (.+)$/.exec(holder) ?? []
  if (!file || !title) return 'is not a test'
  const full = path.join(REPOSITORY, file)
  if (!existsSync(full)) return 'names a file that is not there'
  const source = readFileSync(full, 'utf8').replaceAll("\\'", "'")
  const isThere = ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
  return isThere ? null : 'names a title that is not in the file'
}

describe('docs/security.md', () => {
  it('names tests and files that exist', () => {
    const holders = [...read('docs/security.md').matchAll(/^\|.* \| (`[^|]+) \|$/gm)].flatMap(([, held]) =>
      String(held).split('<br>'),
    )
    expect(holders.length).toBeGreaterThan(50)
    const problems = holders.flatMap((holder) => {
      const [, file] = /^`([\w./-]+)`$/.exec(holder) ?? []
      if (file) return existsSync(path.join(REPOSITORY, file)) ? [] : [`${file} is not there`]
      const problem = problemOf(holder)
      return problem ? [`${holder} ${problem}`] : []
    })
    expect(problems).toEqual([])
  })
})

describe('docs/specification.md', () => {
  it('names for every statement tests that exist', () => {
    const problems = lines.flatMap(({ id, holders }) =>
      holders.flatMap((holder) => {
        const problem = problemOf(holder)
        return problem ? [`${id}: ${holder} ${problem}`] : []
      }),
    )
    expect(problems).toEqual([])
  })

  it('numbers the statements of each group from 1, once each, and leaves no section out', () => {
    const rows = document.split('\n').filter((row) => row.startsWith('| **'))
    expect(lines).toHaveLength(rows.length)
    const next = new Map<string, number>()
    for (const { id } of lines) {
      const dot = id.lastIndexOf('.')
      const group = id.slice(0, dot)
      const number = next.get(group) ?? 1
      expect(id).toBe(`${group}.${number}`)
      next.set(group, number + 1)
    }
    expect([...new Set(lines.map(({ id }) => id.split('.')[0]))]).toEqual(SECTIONS)
  })

  it('a line that rots is found', () => {
    const self = 'tests/repo/specification.test.ts'
    expect(problemOf(`\`${self}\` › a line that rots is found`)).toBeNull()
    expect(problemOf(`\`${self}\` › a title of ${'nobody'}`)).toContain('title')
    expect(problemOf('`tests/gone.test.ts` › a line that rots is found')).toContain('file')
    expect(problemOf('tested somewhere')).toContain('not a test')
  })
})
