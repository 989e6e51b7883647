import { PEOPLE } from '../cues.ts'
import { isParticle } from './names.ts'
import { isFamilyName, isGivenName, mayBeFamilyName } from './person-names.ts'

/** A name that was spoken, and whether it is certain where it ends. */
export interface SpokenName {
  name: string
  isSure: boolean
}

/**
 * What stands after a name in what people say of a visit, and never belongs to one: the small classes of words that are no names. Names
 * themselves are known by where they stand, not by lists of them.
 */
const OTHER_WORDS = new Set(
  `
again also always another annual any anytime arrive arvo assessment at baby back bandage because before between biopsy blood book booked booking bring but call
called calls cancel cancelled cast cataract change check chest checkup chemo child children class clinic colonoscopy come consult consultation day days dental
department did discuss do does done dont dose dressing during each ear early either emergency end endoscopy evening every eye face facetime fasting
feet first floor flu follow followup foot form friday gastroscopy get gets give gives go gone half hand has have health hearing heart hip home hospital hour
hours immunisation infusion injection instead is it jab just kidney kids knee last late later let level lung make maybe me medical meet meeting mid middle
midday minutes monday monthly morning mri my needs new next name night no number nurse off office ok okay old on one online only op operation or over pain pathology
perhaps person phone physio plaster please plus possibly post practice pre pregnancy prescription pressure probably procedure put quarter quarterly re
referral referred regarding regular remember remind repeat rescheduled result results review ring room rooms routine said say says scan script second see
seeing sees session shot sick skin skype some someone something sometime sometimes soon specialist speak start still stitches street stress suite surgery
talk teams teeth telehealth tell telephone test tests than then therapy there thinks third til till to today told tomorrow tonight tooth treatment twice
ultrasound until up urgent vaccination vaccine via video virtual vision visit visits waiting wait wants was weekly week weeks were what when where which
while who why will with wound wrote xray year yearly yes yesterday zoom
actually adds leg legs arms nail nails throats bloods sugars tummy belly wrists fracture agreed almost am answers around as asap away bank both bring brings came cannot cant chases checks closed confirms corner cos couldnt
cuz didnt doesnt down dropped drops else even everything exactly explained fine following forget found fridays full gonna got gotta great hang he her here
hers hes him his hopefully house however isnt its ive just keeps know leave letter likes lives located look looking looks mate means mentioned mobile
mondays most mum near nearby newly nice nope nothing now opposite otherwise ours outpatient outpatients over past pencilled place plan please pm
prefers probably quick rather really reckons replaced reschedule retired right road round runs same saturdays saw secretary seen sent she shes should since
sir so sorry sort starting starts still straight such suggests sure that thats them theres they theyre think this though thursdays times town
trying tuesdays uses usual usually very wait wasnt wednesdays weekdays well weve whats when whenever whose wont works would yeah yep
aged anaesthetic annually arm back bed birth blue bone breathing building bus car centre closing column contrast cough county court dad desk diabetic
downstairs drive drops elbow entrance exam examination fitting gate glasses gp ground hay heel husband hygiene implant inside jabs lift lung lungs main mental
mole months mouth neck nearest nose opening opposite outside parking partner preop pulse rash rehab ref reference scale second semi shoulder sinus sister
skin spine staff station stop sugar teatime third throat toe top transport unit upstairs wellbeing wife wisdom women womens wrist
`
    .trim()
    .split(/\s+/),
)

/** Whether a word in small letters is of a class that names are not of. */
export const isNoName = (word: string): boolean => OTHER_WORDS.has(word.replace(/['’]/g, ''))

/** What comes before a name that it is part of: `van der Berg`, `O Brien`. */
const isBegin = (word: string): boolean =>
  isParticle(word) ||
  /^(?:o|ó|mac|mc|ap|ab|ni|ní|nic|uí|st|saint|abu|abd|ben|dos|das|do|san|santa|las|los|zu|zur|vande|vander|ten|op)$/.test(
    word,
  )

/**
 * The name that some small words begin with: one word and a second one that is of no other class, a third one only where a list of names or
 * a particle tells; null where there is none. It is sure only where the next word is known to be of the name, or none of it.
 * @param words those that may be of a name, in small letters, up to the first that cannot be
 * @param behind those that follow, from the first that cannot be
 */
export function spokenName(words: readonly string[], behind: readonly string[] = []): SpokenName | null {
  const [first] = words
  if (first === undefined || isNoName(first)) return null
  if (isBegin(first)) return afterParticles(words, 0)
  const second = words[1]
  if (second === undefined || isNoName(second)) return { name: first, isSure: true }
  if (isBegin(second)) {
    const rest = afterParticles(words, 1)
    if (rest) return { ...rest, name: `${first} ${rest.name}` }
    return { name: first, isSure: true }
  }
  const third = words[2] ?? ''
  const isOpen = third !== '' && !isNoName(third)
  // "doctor jones castle street", "doctor jones truro clinic": the word before one of a place is the place's.
  const isFamily = isFamilyName(first) && !isGivenName(first)
  const [next = ''] = behind
  const rest = isFamily ? [...words.slice(2), ...behind] : [third || next]
  if (!isOpen && !isFamilyName(second) && rest.some((word) => PEOPLE.placeKind.test(word)))
    return { name: first, isSure: isFamily }
  if (isOpen && isBegin(third)) {
    const last = afterParticles(words, 2)
    if (last) return { name: `${first} ${second} ${last.name}`, isSure: isGivenName(first) && last.isSure }
  }
  if (isGivenName(first) && isGivenName(second) && isFamilyName(third))
    return { name: `${first} ${second} ${third}`, isSure: true }
  if (isOpen && isFamilyName(third) && !PEOPLE.placeKind.test(words[3] ?? next))
    return { name: `${first} ${second} ${third}`, isSure: false }
  if (isFamilyName(second)) return { name: `${first} ${second}`, isSure: isGivenName(first) || !isOpen }
  // Nobody is only "Doctor Laura": the next word is the family name. But "Doctor Lee" may end there.
  const isOnlyGiven = isGivenName(first) && !isFamilyName(first)
  const isName = isGivenName(second) || (isOnlyGiven && mayBeFamilyName(second))
  if (isGivenName(first)) return { name: `${first} ${second}`, isSure: isName }
  return { name: `${first} ${second}`, isSure: false }
}

/** Particles and the one word they lead to: `de la Cruz`. `Le` and `Van` are names of their own. */
function afterParticles(words: readonly string[], from: number): SpokenName | null {
  let end = from
  while (end < words.length && isBegin(words[end] ?? '')) end += 1
  const last = words[end]
  const hasName = last !== undefined && !isNoName(last)
  if (!hasName && from > 0) return null
  const name = words.slice(from, hasName ? end + 1 : from + 1).join(' ')
  return { name, isSure: hasName }
}
