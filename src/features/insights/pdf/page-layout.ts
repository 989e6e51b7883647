import { CHANGE_DAYS, type CurrentMedicine, type DoctorSummary } from '#domain/insights/doctor-summary.ts'
import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate } from '#domain/lib/local-time.ts'
import { inRow } from '#domain/lib/text.ts'
import type { MedicinePicture } from '#domain/records/medicine-look.ts'
import { LINE, type Look, linesOf, type Type } from './type.ts'

/** A4 in points, and its margin. */
export const PAGE = { width: 595.28, height: 841.89, margin: 42 } as const

const WIDTH = PAGE.width - 2 * PAGE.margin

/** A positioned line; `top` is measured from the upper edge of the page. */
export interface PlacedLine {
  text: string
  x: number
  top: number
  look: Look
}

/** The picture of a medicine in a square; `top` is measured from the upper edge of the page. */
export interface PlacedPicture {
  picture: MedicinePicture
  x: number
  top: number
  side: number
}

export interface PageLayout {
  lines: PlacedLine[]
  pictures: PlacedPicture[]
  /** Full-width hairlines, by their distance from the upper edge. */
  rules: number[]
}

/** How much is shown of what may be long. */
interface Limits {
  size: number
  medicines: number
  changes: number
}

/** Most readable first; on paper even the smallest is (2.6 mm). */
const SIZES = [10, 9, 8, 7.5]

const FOOT = { size: 7.5, height: 30 }

/**
 * Lays out the page, always exactly one. What does not fit is set smaller; at the smallest size the oldest changes are
 * left out, then medicines from the end of the list, each with how many are missing. Notes, adherence and the head are
 * never cut.
 */
export function layOut(summary: DoctorSummary, type: Type): PageLayout {
  const all = { medicines: summary.current.length, changes: summary.changes.length }
  for (const size of SIZES) {
    const page = compose(summary, { size, ...all }, type)
    if (page.fits) return page
  }
  const smallest = { size: SIZES.at(-1) ?? 7.5, ...all }
  const setWith = (fewer: Partial<Limits>) => compose(summary, { ...smallest, ...fewer }, type)
  const changes = mostThat((count) => setWith({ changes: count }).fits, all.changes)
  if (changes !== null) return setWith({ changes })
  const medicines = mostThat((count) => setWith({ changes: 0, medicines: count }).fits, all.medicines)
  return setWith({ changes: 0, medicines: medicines ?? 0 })
}

/** Returns the greatest count up to `limit` that fits, if every smaller one does too; null if none does. */
function mostThat(fits: (count: number) => boolean, limit: number): number | null {
  if (!fits(0)) return null
  let [low, high] = [0, limit]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function compose(summary: DoctorSummary, limits: Limits, type: Type): PageLayout & { fits: boolean } {
  const sheet = new Sheet(type, limits.size)
  head(sheet, summary)
  currentList(sheet, summary.current, limits.medicines)
  changeList(sheet, summary, limits.changes)
  sheet.title(t('Planned doses'))
  for (const sentence of summary.adherence) sheet.text(sentence)
  supplyList(sheet, summary.supply, limits.medicines)
  if (summary.notes !== '') {
    sheet.title(t('Notes from {name}', { name: summary.name }))
    for (const line of noteLines(summary.notes)) sheet.text(line)
  }
  const fits = sheet.top <= PAGE.height - PAGE.margin - FOOT.height
  foot(sheet, summary)
  return { lines: sheet.lines, pictures: sheet.pictures, rules: sheet.rules, fits }
}

/** The cursor of a page written from top to bottom. */
class Sheet {
  readonly lines: PlacedLine[] = []
  readonly pictures: PlacedPicture[] = []
  readonly rules: number[] = []
  readonly type: Type
  readonly size: number
  top: number = PAGE.margin

  constructor(type: Type, size: number) {
    this.type = type
    this.size = size
  }

  /** Writes at a position without moving the cursor; returns the height. */
  place(text: string, x: number, top: number, width: number, look: Look): number {
    const lines = linesOf(text, width, look, this.type)
    lines.forEach((line, index) => {
      this.lines.push({ text: line, x: PAGE.margin + x, top: top + index * look.size * LINE, look })
    })
    return lines.length * look.size * LINE
  }

  text(text: string, look: Look = { size: this.size }): void {
    this.top += this.place(text, 0, this.top, WIDTH, look)
  }

  title(text: string): void {
    this.top += this.size * 0.9
    this.text(text, { size: this.size * 1.2, bold: true })
    this.rule()
  }

  rule(): void {
    this.top += this.size * 0.2
    this.rules.push(this.top)
    this.top += this.size * 0.3
  }

  /** Writes a row of cells, each as wide as its share of the page; the text of the first one begins after `indent`. */
  row(cells: readonly string[], shares: readonly number[], look: Look = { size: this.size }, indent = 0): void {
    let x = 0
    const gap = this.size * 0.8
    const heights = cells.map((cell, index) => {
      const width = WIDTH * (shares[index] ?? 0)
      const [before, own] = index === 0 ? [indent, { ...look, bold: true }] : [0, look]
      const height = this.place(cell, x + before, this.top, width - gap - before, own)
      x += width
      return height
    })
    this.top += Math.max(...heights, look.size * LINE) + this.size * 0.15
  }
}

function head(sheet: Sheet, { name, born, date }: DoctorSummary): void {
  sheet.text(t('Medication summary'), { size: sheet.size * 1.8, bold: true })
  sheet.text(inRow([name, born, t('as of {date}', { date: formatDate(date) })]), {
    size: sheet.size * 1.1,
  })
}

const isPictured = ({ look, photo }: MedicinePicture): boolean => Boolean(look ?? photo)

const LIST = [0.32, 0.18, 0.3, 0.2]

function currentList(sheet: Sheet, current: readonly CurrentMedicine[], shown: number): void {
  sheet.title(t('Taken now'))
  if (current.length === 0) {
    sheet.text(t('No medicine is in the list.'))
    return
  }
  sheet.row([t('Medicine'), t('Dosage'), t('When'), t('Taken, last 4 weeks')], LIST, {
    size: sheet.size * 0.9,
    bold: true,
  })
  // As high as a line: a picture costs no room. Beside one, the names stay below each other.
  const side = sheet.size * LINE
  const indent = current.some(isPictured) ? side + sheet.size * 0.5 : 0
  for (const medicine of current.slice(0, shown)) {
    const { name, dosage, when, taken } = medicine
    if (isPictured(medicine)) sheet.pictures.push({ picture: medicine, x: PAGE.margin, top: sheet.top, side })
    sheet.row([name, dosage, when, taken], LIST, undefined, indent)
  }
  moreMedicines(sheet, current.length - shown)
}

function moreMedicines(sheet: Sheet, left: number): void {
  if (left > 0)
    sheet.text(
      t('and {count, plural, one {1 more medicine} other {{count} more medicines}} that this page has no room for', {
        count: left,
      }),
    )
}

function supplyList(sheet: Sheet, supply: DoctorSummary['supply'], shown: number): void {
  if (supply.length === 0) return
  sheet.title(t('Supply and scripts'))
  for (const { name, left, script } of supply.slice(0, shown)) sheet.row([name, left, script], [0.32, 0.34, 0.34])
  moreMedicines(sheet, supply.length - shown)
}

function changeList(sheet: Sheet, { changes, since }: DoctorSummary, shown: number): void {
  sheet.title(
    since === null
      ? t('Changes in the last {days, plural, one {# day} other {# days}}', { days: CHANGE_DAYS })
      : t('Changes since {date}', { date: formatDate(since) }),
  )
  if (changes.length === 0) {
    sheet.text(t(msg('None.', 'changes')))
    return
  }
  for (const { day, name, words } of changes.slice(0, shown)) sheet.row([day, `${name}: ${words}`], [0.12, 0.88])
  const left = changes.length - shown
  if (left > 0)
    sheet.text(t('and {count, plural, one {1 earlier change} other {{count} earlier changes}}', { count: left }))
}

/** More lines of notes than this are joined: otherwise a list of single words would push everything off the page. */
const MOST_NOTE_LINES = 8

function noteLines(notes: string): string[] {
  const lines = notes.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
  return lines.length > MOST_NOTE_LINES ? [lines.join(' / ')] : lines
}

function foot(sheet: Sheet, { name, date }: DoctorSummary): void {
  const top = PAGE.height - PAGE.margin - FOOT.height + FOOT.size
  sheet.rules.push(top)
  sheet.place(
    t(
      'Prepared with Dosewell on {date} from what {name} entered and logged; not checked by a doctor or pharmacist. “Not logged” means that nobody said anything about a dose, not that it was left out.',
      { date: formatDate(date), name },
    ),
    0,
    top + FOOT.size * 0.5,
    WIDTH,
    { size: FOOT.size },
  )
}
