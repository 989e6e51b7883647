import { isParticle } from './names.ts'
import { isFamilyName, isGivenName, mayBeFamilyName } from './person-names.ts'

/** A name that was spoken, and whether it is certain where it ends. */
export interface SpokenName {
  name: string
  isSure: boolean
}

/** What stands after a name in what people say of a visit, and never belongs to one. */
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
`
    .trim()
    .split(/\s+/),
)

/** What comes before a name that it is part of: `van der Berg`, `O Brien`. */
const isBegin = (word: string): boolean =>
  isParticle(word) || /^(?:o|mac|mc|st|saint|abu|abd|ben|dos|das|san)$/.test(word)

/**
 * The name that some small words begin with: one word, and a second one where a list of names has it; null where there is none. It is sure
 * only where the next word is known to be of the name, or none of it.
 * @param words those that may be of a name, in small letters, up to the first that cannot be
 */
export function spokenName(words: readonly string[]): SpokenName | null {
  const [first] = words
  if (first === undefined || OTHER_WORDS.has(first)) return null
  if (isBegin(first)) return afterParticles(words, 0)
  const second = words[1]
  if (second === undefined || OTHER_WORDS.has(second)) return { name: first, isSure: true }
  if (isBegin(second)) {
    const rest = afterParticles(words, 1)
    if (rest) return { ...rest, name: `${first} ${rest.name}` }
    return { name: first, isSure: true }
  }
  const third = words[2] ?? ''
  if (isGivenName(first) && isGivenName(second) && isFamilyName(third))
    return { name: `${first} ${second} ${third}`, isSure: true }
  const isOpen = third !== '' && !OTHER_WORDS.has(third)
  if (isFamilyName(second)) return { name: `${first} ${second}`, isSure: isGivenName(first) || !isOpen }
  // Nobody is only "Doctor Laura": the next word is the family name. But "Doctor Lee" may end there.
  const isOnlyGiven = isGivenName(first) && !isFamilyName(first)
  const isName = isGivenName(second) || (isOnlyGiven && mayBeFamilyName(second))
  if (isGivenName(first)) return { name: `${first} ${second}`, isSure: isName }
  // The family name first, as some write it.
  if (isGivenName(second)) return { name: `${first} ${second}`, isSure: false }
  return { name: first, isSure: isFamilyName(first) }
}

/** Particles and the one word they lead to: `de la Cruz`. `Le` and `Van` are names of their own. */
function afterParticles(words: readonly string[], from: number): SpokenName | null {
  let end = from
  while (end < words.length && isBegin(words[end] ?? '')) end += 1
  const last = words[end]
  const hasName = last !== undefined && !OTHER_WORDS.has(last)
  if (!hasName && from > 0) return null
  const name = words.slice(from, hasName ? end + 1 : from + 1).join(' ')
  return { name, isSure: hasName }
}
