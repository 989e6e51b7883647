import { editDistance } from '../words/edit-distance.ts'
import { plainWords, SPELLINGS } from './lexicon.ts'
import { isNumberWord, NUMBER_WORDS } from './numbers.ts'

/** Words of directions that are long enough to be told apart when mistyped; shorthand is never guessed at. */
const WORDS = [...SPELLINGS, ...NUMBER_WORDS].filter((word) => /^[a-z]{4,}$/.test(word))
/** By their length and by each of their first two letters, with which a word may begin that is meant to be one of them. */
const BEGINNINGS = Map.groupBy(
  WORDS.flatMap((word) => [...new Set(word.slice(0, 2))].map((letter) => ({ word, letter, mask: lettersOf(word) }))),
  ({ word, letter }) => `${word.length}${letter}`,
)
const SHORT_WORDS = ['day', 'two', 'one', 'six', 'ten', 'the', 'for', 'and', 'tab', 'cap']

/** Words of their own, one letter from a word of directions. */
const OTHERS = new Set(
  'second third fourth fifth sixth seventh eighth ninth tenth twelfth there their these those them they make made cake came tape same foot feet foods fool does dosed drip trop weak wear year years your yours house mouse might light right sight fight tight than that thin this form from have hand hands head heat heal heart hear near dear more most much many must form fours force fever ever even event never later alter altar rather other mother worth worse work word week back pain pains lone love live liver give gave game name tame tale tall talk tell text next best rest test tests mind mine mini mint moth month months math bath bathe path half hall hold hole home hope hops cost cold could would should wound round found sound spray stray store start still stick sting shop ship skip skim slip step steps stop spot seen seven see seek seem self sell send sent sort some soon sore such sure with wish will well went want wait water waste west when where while white whole wide wife wind wine wise wide able about above acid acne aim air all allow also area arm asthma away baby bad bag ball base bath beer before begin being below best better big bit bite black bladder bleed blister blood blow body bone book both bottle bowel box brain break breast breath burn butter buy call calm can cancer car card care case cat cause cell change check chest child children chill class clean clear close cloth coat coffee colon come cool cough count course cover cramp cream crush cup cure cut dairy daisy damp dark date death deep diet dirt dry dust each early ease east easy edema egg else end enough eyes face fact fall family far fast fat father feel felt few fill find fine finger finish fire first fit five fix flat flu flush foam fold form free fresh front fruit full gas gel gene gentle get girl glue gone good gout graft grape grass gray great green grow gut hair happen hard harm hay head health help herb hip hit hive hot hurt ill infection injury iron itch itchy jaw job joint juice keep kidney kill kind knee know lab label lack large last late lead leaf leak learn leave left leg lemon less let level lie life lift like limb line lip list little load local long look loose loss lost lot loud low lung main male mark mask mass match matter mean means meant meat medicine metal middle mild miss mix mode mood motion mouthwash move muscle nail nap nausea neck need nerve new nice nor note numb oil old once open over own pack page palm paper part pass past paste patient pay peel pen period person pick piece pink place plain plan plate play plenty point pool poor pour powder press pulse pump push put rash raw reach read ready red refill relief repeat rinse rise room rose run safe said sale salt sauce save say scale scar seat seizure shake shall shampoo share sharp shave shoe short shot shoulder show sick side sign simple since site sit size sleepy slow small smell smoke smooth sneeze soap sock soda soft sole solid solution source spit split sponge spasm stage stand stare stay stool strain stress stroke strong sugar suit sun swab sweat sweet swell take tear teeth thick thing things think throat thumb thyroid tie tight tired toast toe tooth top touch train treat tree tube turn twist type ulcer under urine use vein vial visit vomit walk wall warm wash watch wax way white whom wipe wonder wrap wrist year yeast young zinc'.split(
    ' ',
  ),
)

/**
 * The word of directions a mistyped word stands for; null when it is known as it is, is an ordinary word, or none or several are near.
 * Near is one slip (a letter left out, added, exchanged, or two swapped), two from nine letters on; the first letter stays, or is
 * swapped with the second. Words of three letters: two swapped only. Recognisers of print read `vv` for w and `rn` for m.
 */
export function repaired(word: string): string | null {
  if (word.length < 3 || word.length > 16 || !/^[a-z]+$/.test(word)) return null
  if (plainWords(word) !== undefined || isNumberWord(word) || OTHERS.has(word)) return null
  if (word.length === 3) return SHORT_WORDS.find((short) => isSwapped(word, short)) ?? null
  const printed = RUN_TOGETHER.map(([from, to]) => word.replace(from, to))
  const meant = printed.find((one) => one !== word && (plainWords(one) || isNumberWord(one)))
  if (meant !== undefined) return meant
  const begun = misreadFirst(word)
  if (begun !== null) return begun
  const slips = word.length >= 9 ? 2 : 1
  let nearest: string | null = null
  let least = slips + 1
  const mask = lettersOf(word)
  const near = [-2, -1, 0, 1, 2].filter((more) => Math.abs(more) <= slips)
  for (const other of near.flatMap((more) => BEGINNINGS.get(`${word.length + more}${word[0]}`) ?? [])) {
    const known = other.word
    if (!startsAlike(word, known) || lettersApart(mask, other.mask) > 2 * slips) continue
    const distance = editDistance(word, known)
    if (distance < least) {
      nearest = known
      least = distance
    } else if (distance === least && nearest !== null && plainWords(known) !== plainWords(nearest))
      // A letter left out is the likelier slip: `tice` is `twice` rather than `time`.
      nearest = known.length === nearest.length ? null : known.length > nearest.length ? known : nearest
  }
  return nearest
}

/** `tvvice`, `tirnes`, `rnorning`. */
const RUN_TOGETHER: readonly (readonly [RegExp, string])[] = [
  [/vv/g, 'w'],
  [/rn/g, 'm'],
  [/rn/, 'm'],
]

/** What recognisers of print take a first letter for: `cvening`, `fwice`, `hefore`. */
const TAKEN_FOR: Record<string, string> = {
  b: 'h',
  c: 'eo',
  f: 't',
  h: 'b',
  i: 'tl',
  l: 'ti',
  n: 'mh',
  o: 'ecd',
  r: 't',
  u: 'n',
  v: 'w',
}

/** The word that differs in its first letter alone, from five letters on; null where several do. */
function misreadFirst(word: string): string | null {
  if (word.length < 5) return null
  const [first = ''] = word
  const meant = [...(TAKEN_FOR[first] ?? '')]
    .map((letter) => letter + word.slice(1))
    .filter((one) => plainWords(one) !== undefined || isNumberWord(one))
  return meant.length === 1 ? (meant[0] ?? null) : null
}

/** Letters that only one of the two has; every slip makes two at most. Spares most of the distances. */
function lettersApart(one: number, other: number): number {
  let mask = one ^ other
  let count = 0
  for (; mask !== 0; mask &= mask - 1) count += 1
  return count
}

function lettersOf(word: string): number {
  let mask = 0
  for (let index = 0; index < word.length; index += 1) mask |= 1 << (word.charCodeAt(index) - 97)
  return mask
}

const startsAlike = (word: string, known: string): boolean =>
  word[0] === known[0] || (word[0] === known[1] && word[1] === known[0])

function isSwapped(word: string, known: string): boolean {
  const [a, b, c] = word
  return known === `${b}${a}${c}` || known === `${a}${c}${b}`
}
