import { matchesIn, textBefore } from '../../words/near.ts'
import { PEOPLE } from '../cues.ts'
import { isBareName } from './bare-names.ts'
import {
  hasNames,
  isOrganisation,
  isSureName,
  mayBeAfterTitle,
  mayBeName,
  nameAt,
  nameFrom,
  READ_AS_L,
  smallNameAt,
  wordsOfLine,
} from './name-at.ts'
import { isCapitalised, isTitle } from './names.ts'
import type { SaidDoctor } from './said-doctor.ts'

const TITLE =
  /(?<![\p{L}\p{N}])(?<title>dr|doctor|prof|professor|(?<=\bwith )(?:sr|sister))(?![\p{L}\p{N}'’])\.?[ \n]?(?=\p{L})/giu
/** Those whose title is said: `Dr Lee`, and surgeons the person was sent to. */
export function* withTitle(text: string): Iterable<SaidDoctor> {
  const titled = [...afterTitle(text)]
  const surgeons = titled.length > 0 ? [...afterHonorific(text)] : []
  const all = [...titled, ...surgeons].sort((a, b) => a.at - b.at)
  // "it was Doctor Lee, so now it's Doctor Reed": whoever was named before is no longer seen.
  const standing = all.filter(({ at }, index) => index === 0 || PEOPLE.now.test(textBefore(text, at)))
  const last = standing.at(-1)
  for (const doctor of all)
    if (!last || last === all[0] || doctor.at >= last.at) yield correctedName(text, doctor) ?? doctor
}

/** The name that a title is not said again for: `Dr Lee, sorry, Leigh`. */
function correctedName(text: string, { at, words }: SaidDoctor): SaidDoctor | null {
  const from = at + words.length
  const sorry = PEOPLE.sorry.exec(text.slice(from, from + 60))?.[0]
  if (sorry === undefined) return null
  const after = text.slice(from + sorry.length)
  const [first = ''] = wordsOfLine(after)
  const isAlike = isCapitalised(after) || !isCapitalised(words)
  if (!isAlike || isTitle(first) || isOrganisation(first) || !mayBeName(first, false)) return null
  const name = nameFrom(after)?.name ?? ''
  return isBareName(name) ? { value: name, words: name, at: from + sorry.length, isSure: false } : null
}

function* afterHonorific(text: string): Iterable<SaidDoctor> {
  for (const { 0: words, index } of matchesIn(text, PEOPLE.sentTo)) {
    const at = index + words.length
    const after = text.slice(at)
    const read = nameFrom(after)
    if (read) yield { value: read.name, words: read.name, at, isSure: isSureName(after, read) }
  }
}

function* afterTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = hasNames(text)
  const all = matchesIn(text, TITLE)
  // "Your appointment is with Dr Walsh" stands under the names of all who work there.
  const seen = text.includes('\n') ? all.filter(({ index }) => PEOPLE.seen.test(textBefore(text, index))) : []
  for (const { 0: words, index, groups } of seen.length > 0 ? seen : all) {
    const at = index + words.length
    const after = text.slice(at)
    // Where others are capitalised, or after an article, "doctor" before a small word is the noun: "the doctor said".
    const isNoun = hasCapitals || PEOPLE.article.test(textBefore(text, index))
    if (/^(?:doctor|professor|sr|sister)$/i.test(groups?.title ?? '') && isNoun && !isCapitalised(after)) continue
    const isName = isCapitalised(after) || READ_AS_L.test(after)
    const name = isName ? nameAt(after, mayBeAfterTitle) : smallNameAt(after)
    if (!name) continue
    const isSure = isSureName(after, name) && !PEOPLE.ofStaff.test(after.slice(name.name.length))
    yield { value: name.name, words: name.name, at, isSure }
  }
}
