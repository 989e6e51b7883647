import { isPlaceWord } from './locations.ts'
import { endsHere, isCapitalised, isDay, isLink, isParticle } from './names.ts'
import { matchesIn, textBefore } from './near.ts'
import type { Read } from './read.ts'
import { readSpecialty } from './specialties.ts'

const TITLE = /(?<![\p{L}\p{N}])(?<title>dr|doctor|prof|professor)(?![\p{L}\p{N}'’])\.? ?(?=\p{L})/giu
const ARTICLE = /\b(?:the|a|my|your|our|his|her|their|another|family) $/i
const NAME_WORD = /^\p{L}[\p{L}\p{M}'’.-]*[,;:!?]*$/u
const POSSESSIVE = /['’]s$/i

/** What stands before the name of somebody who is seen, where no title does. */
const LED_IN =
  /\b(?:(?:appointment|booking|booked|booked in|visit|consultation|check-?up|review|follow-?up|session|scheduled|checkup) (?:is )?(?:with|to see)|(?:see|seeing|visit|visiting|meet|meeting)|doctor(?:['’]s)? (?:is|name is|called)|(?:(?:physio|physiotherapist|psychologist|psychiatrist|therapist|dentist|surgeon|specialist|optometrist|podiatrist|audiologist|chiropractor|nurse|midwife|dietitian|counsellor|gp|\p{L}+ologist|\p{L}+iatrist|\p{L}+iatrician)(?: is| named| called)?,?)) (?:(?:mr|mrs|ms|miss|mx)\.? )?(?=\p{Lu})/giu
const BEFORE_SPECIALTY = /(?:,? (?:the|my|a|an|our|who is (?:a|an|my)))? ?$/i

/** `Wang Jen-Kuei`, `Eugene H. Burton Iii`. */
const MOST_WORDS = 6
/** A text without capitals does not say where a name ends: a first and a last name. */
const MOST_SMALL_WORDS = 2

/** What doctors do in a text without capitals, where it stands after "doctor" as a name would. */
const VERBS =
  /^(?:said|says|told|wants|wanted|asked|asks|needs|thinks|recommended|called|gave|visits?|appointments?|rang|moved|changed|has|had|booked|noon|midday|half|quarter|instead|again|sometime|around|tonight)$/i
/** Words of organisations: whoever is seen there has another name. */
const ORGANISATION =
  /^(?:group|dental|practice|associates|health|care|surgery|specialists?|pathology|imaging|institute|rooms|service|services|department|ward|unit|team|radiology|therapy|wellness|family|medicine|eye|vision|skin|heart|women['’]s|children['’]s|pharmacy|chemist|university|college|st\.?|royal|lab|labs|laboratory|consultants|centre|center|emergency|er|mri|ct|xray|x-ray)$/i

/** Who is seen, and whether a title says so. */
export interface SaidDoctor extends Read<string> {
  hasTitle: boolean
}

/**
 * Every name after "Dr", "Doctor" or "Professor", without the title; where there is none, the names that stand where the one of a
 * doctor does ("appointment with Sarah Lee", "my cardiologist Sarah Lee"). In the order of the text.
 */
export function doctorsIn(text: string): SaidDoctor[] {
  const titled = [...withTitle(text)]
  return titled.length > 0 ? titled : [...withoutTitle(text)]
}

function* withTitle(text: string): Iterable<SaidDoctor> {
  const hasCapitals = /\p{Lu}/u.test(text.replace(/\b(?:I|Dr|Doctor)\b/g, '').slice(1))
  for (const { 0: words, index, groups } of matchesIn(text, TITLE)) {
    const at = index + words.length
    const after = text.slice(at)
    // Where others are capitalised, or after an article, "doctor" before a small word is the noun: "the doctor said".
    const isNoun = hasCapitals || ARTICLE.test(textBefore(text, index))
    if (/^(?:doctor|professor)$/i.test(groups?.title ?? '') && isNoun && !isCapitalised(after)) continue
    const name = nameAt(after, mayBeName)
    if (name !== '') yield { value: name, words: name, at, hasTitle: true }
  }
}

function* withoutTitle(text: string): Iterable<SaidDoctor> {
  for (const { 0: words, index } of matchesIn(text, LED_IN)) {
    const at = index + words.length
    // Without a title only capitals tell a name: "see him soon".
    if (!isCapitalised(text.slice(at))) continue
    const name = nameAt(text.slice(at), (word) => !ORGANISATION.test(bare(word)) && mayBeName(word, false))
    const next = text.slice(at + name.length).split(' ', 2)
    if (name === '' || next.some((word) => ORGANISATION.test(bare(word)) || isPlaceWord(word))) continue
    // "appointment with Medicare" is with nobody: one word alone is a name where a title or a calling stands before it.
    const isFull =
      name.includes(' ') || /(?:mr|mrs|ms|miss|mx)\.? $/i.test(words) || hasSpecialtyBefore(text, at)
    if (isFull) yield { value: name, words: name, at, hasTitle: false }
  }
}

const hasSpecialtyBefore = (text: string, at: number): boolean =>
  readSpecialty(textBefore(text, at).replace(BEFORE_SPECIALTY, '').split(' ').at(-1) ?? '') !== ''

const bare = (word: string): string => word.replace(/[.,;:!?]+$/, '')

function nameAt(text: string, mayBe: (word: string, isFirst: boolean) => boolean): string {
  const words = text.split(' ', MOST_WORDS)
  const capitals = isCapitalised(text)
  const taken: string[] = []
  for (const word of words) {
    if (!NAME_WORD.test(word) || !mayBe(word, taken.length === 0)) break
    if (capitals ? !isCapitalised(word) && !isParticle(word) : taken.length >= MOST_SMALL_WORDS) break
    taken.push(word)
    if (endsHere(word) || POSSESSIVE.test(word)) break
  }
  while (taken.length > 0 && isParticle(taken.at(-1) ?? '')) taken.pop()
  return taken
    .join(' ')
    .replace(/[.,;:!?]+$/, '')
    .replace(POSSESSIVE, '')
}

/** A capitalised word right after the title is a name also where it looks like a small word: `Dr. Will Young`. */
function mayBeName(word: string, isFirst: boolean): boolean {
  if (isDay(word) || isPlaceWord(word) || VERBS.test(bare(word)) || readSpecialty(word) !== '') return false
  return !isLink(word) || (isFirst && isCapitalised(word))
}
