import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const REPOSITORY = path.resolve(import.meta.dirname, '../..')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1 without gaps. */
const SECTIONS = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{
    '5.1': 1,
    '5.2': 3,
    '5.3': 2,
    '5.4': 3,
    '6.1': 3,
    '6.2': 12,
    '6.3': 4,
    '6.4': 4,
    '6.5': 5,
    '6.6': 3,
    '6.8': 4,
  },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '10.1': 2, '10.2': 2, '10.3': 4, '10.4': 11, '10.5': 5, '10.6': 2, '10.7': 3 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1, '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{
    '13.1': 1,
    '13.2': 5,
    '13.3': 2,
    '13.4': 5,
    '14.1': 2,
    '14.2': 4,
    '14.3': 3,
    '15.1': 3,
    '15.2': 3,
    '15.3': 7,
  },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3, '17.1': 1, '17.2': 4, '17.3': 2 },
}
const REQUIREMENTS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
)
const LEVEL_1 = 70

const document = readFileSync(path.join(REPOSITORY, 'docs/security-asvs.md'), 'utf8')
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', , status = '', text = '']) => ({ id, level, status, text }),
)

/**
 * Returns what a row names that does not exist: a file, or the title of a test in it. A remark may precede it, with
 * `: `.
 */
function missingIn(text: string): string[] {
  return text.split('<br>').flatMap((part) => {
    const [, file, title] = /`([^`]+)`(?: › (.+))?$/.exec(part) ?? []
    if (!file) return part.includes('`') ? [part] : []
    const full = path.join(REPOSITORY, file)
    if (!existsSync(full)) return [file]
    const source = readFileSync(full, 'utf8').replaceAll("\\'", "'")
    const isThere = title === undefined || ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote}`))
    return isThere ? [] : [`${file} › ${title}`]
  })
}

const headCounts = document.split('\n').filter((line) => line.startsWith('| level '))

describe('docs/security-asvs.md', () => {
  it('has every requirement of levels 1 and 2 once, in their order', () => {
    expect(rows.map(({ id }) => id)).toEqual(REQUIREMENTS)
    expect(rows.filter(({ level }) => level === '1')).toHaveLength(LEVEL_1)
  })

  it('counts them at its head as they are', () => {
    for (const level of ['1', '2']) {
      const counts = ['held', 'not applicable', 'open'].map(
        (status) => rows.filter((row) => row.level === level && row.status === status).length,
      )
      expect(headCounts).toContain(`| level ${level} | ${counts.join(' | ')} |`)
    }
  })

  it('names what holds a requirement: files and tests that exist', () => {
    const held = rows.filter(({ status }) => status === 'held')
    expect(held.length).toBeGreaterThan(100)
    expect(held.filter(({ text }) => !/`[\w./-]+`/.test(text)).map(({ id }) => id)).toEqual([])
    expect(rows.flatMap(({ id, text }) => missingIn(text).map((missing) => `${id}: ${missing}`))).toEqual([])
  })

  it('what is not there is found', () => {
    expect(missingIn('as said: `server/none.ts`')).toEqual(['server/none.ts'])
    expect(missingIn('`tests/repo/asvs.test.ts` › a title that nothing has, but this')).toHaveLength(1)
  })
})
