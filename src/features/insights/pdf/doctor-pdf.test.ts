import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import type { CurrentMedicine, DoctorSummary } from '#domain/insights/doctor-summary.ts'
import { ENGLISH, languageOf } from '#domain/language/languages.ts'
import { speakThrough, translatorOf } from '#domain/language/translate.ts'
import type { MedicineLook } from '#domain/records/medicine-look.ts'
import { day, RED_PHOTO } from '#domain/testing/samples.ts'
import { readPdf } from '#src/testing/pdf-text.ts'
import { FILLS } from '#src/ui/medicine-shapes.ts'
import { doctorPdf } from './doctor-pdf.ts'
import type { FontFiles, Painter } from './type.ts'

const require = createRequire(import.meta.url)

const file = (letters: string, weight: number): ArrayBuffer =>
  new Uint8Array(
    readFileSync(
      require.resolve(
        `@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-${letters}-${weight}-normal.woff`,
      ),
    ),
  ).buffer

const FILES: FontFiles = {
  regular: [file('latin', 400), file('latin-ext', 400)],
  bold: [file('latin', 700), file('latin-ext', 700)],
}

/** One transparent pixel. */
const PIXEL = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='),
  (letter) => letter.charCodeAt(0),
)

const painter: Painter = { width: (text, { size }) => text.length * size * 0.6, paint: async () => PIXEL }

const NOW = Date.UTC(2026, 10, 20, 1, 0)

const medicine = (name: string) => ({ name, dosage: '5 mg', when: '8:00 AM', taken: '26 of 28 (93%)' })
const change = (name: string) => ({ date: day('2026-11-03'), day: 'Nov 3', name, words: 'added' })

const SUMMARY: DoctorSummary = {
  name: 'Margaret Okonkwo-Fitzgerald',
  born: 'born May 17, 1948',
  date: day('2026-11-20'),
  current: [medicine('Perindopril'), { ...medicine('Ibuprofen'), when: 'When needed', taken: '3 times' }],
  changes: [{ ...change('Perindopril'), words: 'dosage from 5 mg to 10 mg' }],
  since: null,
  supply: [],
  adherence: ['Last four weeks: 234 of 252 (93%) planned doses taken, 6 skipped on purpose, 12 not logged.'],
  notes: 'My ankles swell in the evening.\nIs that the new tablet?',
}

const made = async (fields: Partial<DoctorSummary> = {}) => {
  const { bytes, painted } = await doctorPdf({ ...SUMMARY, ...fields }, { files: FILES, painter, now: NOW })
  return { painted, ...(await readPdf(bytes)) }
}

const many = (count: number, what: string) => Array.from({ length: count }, (_, index) => `${what} ${index + 1}`)

describe('the page for the doctor', () => {
  it('before a visit says since when changes are listed, and what is left', async () => {
    const supply = [{ name: 'Perindopril', left: '12 tablets left', script: '1 repeat left' }]
    const { lines, pages } = await made({ since: day('2026-10-01'), supply })
    expect(lines).toContain('Changes since Oct 1, 2026')
    const at = lines.indexOf('Supply and scripts')
    expect([pages, lines[at + 1], lines[at + 2]]).toEqual([
      1,
      'Perindopril 12 tablets left 1 repeat left',
      'Notes from Margaret Okonkwo-Fitzgerald',
    ])
  })

  it('of sixty medicines that are all counted stays one page, which says what it has no room for', async () => {
    const names = many(60, 'Medicine')
    const supply = names.map((name) => ({ name, left: '12 tablets left', script: '1 repeat left' }))
    const { lines, pages } = await made({ current: names.map(medicine), supply })
    expect(pages).toBe(1)
    expect(lines.filter((line) => /^and \d+ more medicines/.test(line))).toHaveLength(2)
    expect(lines.at(-1)).toMatch(/not that it was left out/)
  })

  it('says everything in order, as text that can be copied', async () => {
    const { lines, title } = await made()
    expect(title).toBe('Medication summary of Margaret Okonkwo-Fitzgerald')
    expect(lines.slice(0, -2)).toEqual([
      'Medication summary',
      'Margaret Okonkwo-Fitzgerald, born May 17, 1948, as of Nov 20, 2026',
      'Taken now',
      'Medicine Dosage When Taken, last 4 weeks',
      'Perindopril 5 mg 8:00 AM 26 of 28 (93%)',
      'Ibuprofen 5 mg When needed 3 times',
      'Changes in the last 90 days',
      'Nov 3 Perindopril: dosage from 5 mg to 10 mg',
      'Planned doses',
      'Last four weeks: 234 of 252 (93%) planned doses taken, 6 skipped on purpose, 12 not logged.',
      'Notes from Margaret Okonkwo-Fitzgerald',
      'My ankles swell in the evening.',
      'Is that the new tablet?',
    ])
    expect(lines.slice(-2).join(' ')).toMatch(/^Prepared with Dosewell on Nov 20, 2026 .* not checked by a doctor/)
  })

  it('is mirrored for a language from right to left: its lines are painted whole, what is typed in Latin stays text', async () => {
    const arabic = translatorOf(languageOf('ar'))
    speakThrough(() => arabic)
    const { painted, lines } = await made({
      notes: 'تورم الكاحلان 2 مساءً',
      current: [{ ...medicine('\u2068Perindopril\u2069'), when: 'مساءً' }],
    })
    speakThrough(() => translatorOf(ENGLISH))
    expect(painted).toEqual(expect.arrayContaining(['مساءً', 'تورم الكاحلان 2 مساءً']))
    expect(painted.filter((text) => !/[\u0600-\u06ff]/.test(text))).toEqual([])
    expect(lines.join('\n')).toContain('Perindopril')
    expect(lines.join('\n')).not.toContain('\u2068')
  })

  it('says what is not there', async () => {
    const { lines } = await made({ current: [], changes: [], notes: '' })
    expect(lines).toContain('No medicine is in the list.')
    expect(lines).toContain('None.')
    expect(lines.filter((line) => line.startsWith('Notes'))).toEqual([])
  })

  it('wraps names and words of any length, and loses no letter of them', async () => {
    const long = 'Hydrochlorothiazide/perindopril arginine, prolonged release, with a name of its own '.repeat(2).trim()
    const endless = 'x'.repeat(200)
    const { lines } = await made({ current: [medicine(long), medicine(endless)] })
    const text = lines.join(' ')
    expect(text.match(/x/g)?.length).toBe(200)
    for (const word of long.split(' ')) expect(text).toContain(word)
  })

  it('has the pictures of the medicines: a photo as it is, a shape in its colours', async () => {
    const plain = await made()
    const [first, second] = SUMMARY.current as [CurrentMedicine, CurrentMedicine]
    const look: MedicineLook = { shape: 'capsule', colours: ['red', 'blue'] }
    const { lines, pictures, fills, pages } = await made({
      current: [
        { ...first, photo: RED_PHOTO },
        { ...second, look },
      ],
    })
    expect(lines).toEqual(plain.lines)
    expect([pages, plain.pictures, pictures]).toEqual([1, 0, 1])
    expect(fills.filter((colour) => !plain.fills.includes(colour))).toEqual([FILLS.red, FILLS.blue])
  })

  it('is the same file for the same summary', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => doctorPdf(SUMMARY, { files: FILES, painter, now: NOW })))
    expect(one?.bytes).toEqual(two?.bytes)
  })
})

describe('one page', () => {
  it.each([1, 30, 45])('holds %d medicines, all of them', async (count) => {
    const { pages, lines } = await made({ current: many(count, 'Medicine').map(medicine) })
    expect(pages).toBe(1)
    expect(lines.filter((line) => line.includes('26 of 28'))).toHaveLength(count)
  })

  it('holds as many with their photos', async () => {
    const current = many(45, 'Medicine').map((name) => ({ ...medicine(name), photo: RED_PHOTO }))
    const { lines, pictures } = await made({ current })
    expect(lines.filter((line) => line.includes('26 of 28'))).toHaveLength(45)
    expect(pictures).toBe(45)
  })

  it.each([
    [5, 300],
    [200, 0],
    [200, 300],
  ])('is never left with %d medicines and %d changes: what has no room is counted', async (medicines, changes) => {
    const { pages, lines } = await made({
      current: many(medicines, 'Medicine').map(medicine),
      changes: many(changes, 'Medicine').map(change),
      notes: 'word\n'.repeat(120),
    })
    expect(pages).toBe(1)
    const listed = lines.filter((line) => line.includes('26 of 28')).length
    const told = lines.filter((line) => /^Nov 3 /.test(line)).length
    const missing = (pattern: RegExp) => Number(lines.map((line) => pattern.exec(line)?.[1]).find(Boolean) ?? 0)
    expect(listed + missing(/^and (\d+) more medicines? that this page has no room for$/)).toBe(medicines)
    expect(told + missing(/^and (\d+) earlier changes?$/)).toBe(changes)
    const last = lines.at(-1)
    expect(last).toMatch(/left out\.$/)
  })
})

describe('letters', () => {
  it.each(['Zoë Ångström', 'Łukasz Žižka', 'Gülşen Işık', 'Đorđe Šćepanović', 'Győző Ő'])(
    'of %s are set, not painted',
    async (name) => {
      const { lines, painted } = await made({ name })
      expect(painted).toEqual([])
      expect(lines[1]?.replaceAll(' ', '')).toContain(name.normalize('NFC').replaceAll(' ', ''))
    },
  )

  it.each([
    ['Μαργαρίτα Παπαδοπούλου', ['Μαργαρίτα Παπαδοπούλου,']],
    ['Анна Ковалёва', ['Анна Ковалёва,']],
    ['مريم حسن', ['مريم حسن,']],
    ['王小明', ['王小明,']],
    ['Đặng Thị Huyền', ['Đặng Thị Huyền,']],
    ['Anna 💊', ['💊,']],
  ])('of %s are painted, the words in one piece, and the person is told which', async (name, words) => {
    const { lines, painted, pictures } = await made({ name, notes: '' })
    expect(painted).toEqual(expect.arrayContaining(words))
    expect(pictures).toBe(painted.length)
    expect(lines.join(' ')).toContain('born May 17, 1948, as of Nov 20, 2026')
  })

  it('composed in another way are the same letters', async () => {
    const { painted } = await made({ name: 'Zoe\u0308' })
    expect(painted).toEqual([])
  })
})
