import medicines from '../vocabulary/medicines.json' with { type: 'json' }
import { alternatives } from '../words/alternatives.ts'
import { weighed } from '../words/corrections.ts'
import { textAfter, textBefore } from '../words/near.ts'
import { type Fact, overlap, type Read } from '../words/read.ts'
import { CUES } from './cues.ts'
import { misheardIn, written } from './misheard-names.ts'
import { type Candidate, GIVEN_TO, kindsIn, knownIn, placedIn, vitaminsIn, WEIGHT } from './name-candidates.ts'
import { DOSE_NEXT, wordsOf } from './name-words.ts'
import { nearName } from './near-names.ts'
import { isNotTaken } from './not-taken.ts'

const WITH_EXTENSION = new RegExp(`^(.{4,60}?)((?: (?:${alternatives(medicines.extensions.words)}))+)$`, 'iu')

/** Returns the name of the medication in a text, as it was said; null when no word of it can be one. */
export function readMedicineName(text: string): Fact<string> | null {
  const words = wordsOf(text)
  const misheard = misheardIn(text, words).map((name) => ({ ...name, weight: WEIGHT.stem }))
  const plain = [...knownIn(text, words), ...vitaminsIn(text), ...placedIn(text, words), ...kindsIn(text)].filter(
    (each) => !misheard.some((other) => overlap(each, other)),
  )
  const candidates = [...misheard, ...plain].filter(({ at, words: name }) => !isNotTaken(text, at, at + name.length))
  const products = candidates.filter((each) => !isClassOf(text, each, candidates))
  const most = Math.max(...products.map(({ weight }) => weight))
  // A known name and an ending of substances count the same.
  const least = Math.min(most, WEIGHT.stem)
  const best = products.filter(({ weight }) => weight >= least).sort((a, b) => a.at - b.at)
  const held = weighed(text, best, () => true)
  if (!held) return null
  const { value, words: said, at, confidence } = asMeant(held.value)
  return { value, words: said, at, confidence: held.isSure ? confidence : 'guess' }
}

/** Replaces a name that is in no list by the known one that it sounds like, for the user to confirm. */
function asMeant(name: Candidate): Candidate {
  if (name.weight === WEIGHT.known || name.weight === WEIGHT.kind || name.value !== name.words) return name
  const [, own = name.words, form = ''] = WITH_EXTENSION.exec(name.words) ?? []
  const near = nearName(own)
  return near === null ? name : { ...name, value: `${written(near, own)}${form}`, confidence: 'guess' }
}

/** Returns whether a name is only the kind of the next one: `iron tablets Feospan`, `the insulin, Toujeo`. */
function isClassOf(text: string, { value, at, words }: Candidate, candidates: readonly Candidate[]): boolean {
  if (!CUES.className.test(value)) return false
  const end = at + words.length
  return candidates.some((other) => {
    if (other.at <= at || CUES.className.test(other.value) || other.weight < WEIGHT.placed) return false
    const link = CUES.toProduct.exec(text.slice(end, other.at))
    // "Insulin, metformin" are two medications.
    return link !== null && (link.groups?.pause === undefined || CUES.articleBefore.test(textBefore(text, at)))
  })
}

/** Returns every name that is known, or that a dose follows, in the order of the text. */
export function namesIn(text: string): Read<string>[] {
  const words = wordsOf(text)
  const known = [...knownIn(text, words), ...vitaminsIn(text)]
  const measured = [...placedIn(text, words)].filter(
    ({ at, value, weight }) =>
      weight === WEIGHT.named &&
      DOSE_NEXT.test(textAfter(text, at + value.length)) &&
      !(known.length > 0 && GIVEN_TO.test(textBefore(text, at))) &&
      !known.some((name) => name.at < at + value.length && at < name.at + name.value.length),
  )
  return [...known, ...measured].sort((a, b) => a.at - b.at)
}
