import type { LocalDate } from '../../lib/local-time.ts'
import { written } from '../dates-and-times/written-dates.ts'
import type { Read } from '../words/read.ts'
import { DOCTOR, PHARMACY } from './lines.ts'

const LETTERS_OF_DEGREES =
  /[\s,]+(?:mbbs|mbchb|mb|bs|bch|chb|md|do|fracgp|fracp|mrcgp|frcgp|mrcp|dch|phd|np|pa|pa-c|gp|facrrm|b\.?med|md\.)\b.*$/iu
/** What may follow a doctor's name on the same line. */
const AFTER_DOCTOR =
  /\s{2,}|[|#;]|\s(?=(?:ph|tel|fax|rpts?|repeats?|refills?|qty|date|provider|rx|no|prov)\b)|\s(?=\d)|,(?=\s*\d)/iu
/** A digit inside is a letter that was misread: the name stays as it was read. */
const PARTS_OF_A_NAME = /^(?:[\p{L}][\p{L}\d'’.-]*)(?:\s+[\p{L}][\p{L}\d'’.-]*){0,3}/u

/** The prescriber: `Dr Helen Nguyen`, or the plain name where the label has no title. */
export function doctorIn(lines: readonly string[]): Read<string> | null {
  for (const line of lines) {
    const match = DOCTOR.exec(line)
    if (!match) continue
    const at = match.index + match[0].length
    const behind = line.slice(at).replace(/^(?:dr|doctor)\b\.?\s*/iu, '')
    const [said = ''] = behind.split(AFTER_DOCTOR)
    const words = PARTS_OF_A_NAME.exec(said.replace(LETTERS_OF_DEGREES, '').trim())?.[0] ?? ''
    if (!/\p{L}{2}/u.test(words)) continue
    const hasTitle = /\b(?:dr|doctor)\b/iu.test(line.slice(match.index, line.indexOf(words, match.index)))
    const name = words.replace(/\.$/, '')
    return {
      value: `${hasTitle ? 'Dr ' : ''}${capitalised(name)}`,
      words,
      at: line.indexOf(words, match.index),
    }
  }
  return null
}

const capitalised = (name: string): string =>
  name === name.toUpperCase()
    ? name.toLowerCase().replace(/(?<=^|[\s'’-])\p{L}/gu, (letter) => letter.toUpperCase())
    : name

const AFTER_PHARMACY = /\s{2,}|[|;]|,\s|\s(?=\d)|\s(?=(?:ph|tel|phone|fax|abn)\b)|\s[(+]/iu

/** The pharmacy, by the word in its name or by the name of the field. */
export function pharmacyIn(lines: readonly string[]): Read<string> | null {
  for (const line of lines) {
    if (!PHARMACY.test(line)) continue
    const field = /^(?:pharmacy|dispensed (?:by|at)|chemist|dispensary)\s*[:;]?\s+(?=\p{L})/iu.exec(line)
    const isField = field !== null && /[:;]/.test(field[0] + line.slice(field[0].length, field[0].length + 1))
    const at = field && (isField || /^dispensed/i.test(field[0])) ? field[0].length : 0
    const [words = ''] = line.slice(at).split(AFTER_PHARMACY)
    const name = words.replace(/[.,:;\s]+$/u, '')
    if (/\p{L}{3}/u.test(name)) return { value: name, words: name, at }
  }
  return null
}

/** Dates of other things. */
const OTHER_DATE =
  /\b(?:dob|d\.o\.b|birth|born|discard|expir\w*|exp|use by|use before|best before|refill(?:s)? (?:until|before)|until|valid|due|commencing|beginning|week of)\b[^\d]{0,20}$/iu
const NAMED_DATE = /\b(?:date|filled|dispensed|issued|prescribed|written)\b/iu

/** The date of prescribing or dispensing: the one that the label calls so, else the first that is of nothing else. */
export function dateIn(lines: readonly string[], today: LocalDate): Read<LocalDate> | null {
  const found: { date: Read<LocalDate>; isNamed: boolean }[] = []
  for (const line of lines) {
    for (const date of written(line, today, 'this-year')) {
      const before = line.slice(0, date.at)
      if (!OTHER_DATE.test(before)) found.push({ date, isNamed: NAMED_DATE.test(before) })
    }
  }
  // A label is not from the future, but for the day that another zone has already.
  const past = found.filter(({ date }) => date.value <= `${Number(today.slice(0, 4)) + 1}-12-31`)
  return (past.find(({ isNamed }) => isNamed) ?? past[0])?.date ?? null
}
