import { matchesIn, textBefore } from '../words/near.ts'

/** A word of a text that names a medicine. */
export interface Word {
  text: string
  small: string
  at: number
  /** Whether a sentence, a list or a pause ends before it. */
  isAfterPause: boolean
}

/** Words that are never (a part of) the name of a medicine. */
export const OTHER =
  /^(?:\p{L}|pink|white|yellow|blue|brown|red|green|orange|purple|black|grey|gray|vet|dogs?|cats?|powders?|pharmacy|weather|a|an|the|my|your|his|her|their|our|this|that|these|those|some|any|another|other|new|old|same|both|all|each|every|it|its|it['’]s|them|they|he|she|we|you|i|i['’]m|i['’]ve|i['’]ll|i['’]d|me|us|him|one|ones|two|once|twice|thrice|daily|nightly|weekly|monthly|hourly|today|tomorrow|tonight|yesterday|morning|afternoon|evening|night|noon|midday|midnight|bedtime|bed|breakfast|lunch|dinner|tea|meals?|food|water|milk|juice|stomach|mouth|day|days|week|weeks|month|months|year|years|hours?|minutes?|time|times|am|pm|o['’]?clock|and|or|but|so|then|also|too|plus|with|without|for|from|to|of|on|off|in|into|at|by|as|if|when|until|till|than|after|before|during|up|down|out|over|about|around|per|only|just|small|white|past|either|between|roughly|approximately|now|again|still|already|always|please|ok|okay|yes|yeah|no|not|never|hey|hi|hello|dragon|siri|alexa|google|well|right|left|sorry|actually|really|maybe|probably|like|take|takes|taking|took|taken|tablets?|tabs?|capsules?|caps?|pills?|caplets?|drops?|puffs?|sprays?|patch|patches|sachets?|doses?|dosage|dosing|milligrams?|mg|micrograms?|mcg|grams?|g|ml|mls|mils?|mills?|millilit(?:er|re)s?|units?|iu|percent|medicines?|medications?|meds|drugs?|prescriptions?|scripts?|refills?|course|supply|bottle|box|pack|packet|order|add|start|starts|started|starting|begin|beginning|continue|continuing|stop|stopped|increase|increased|decrease|decreased|reduce|switch|switched|change|changed|prescribe|prescribed|prescribing|give|gave|given|get|got|getting|have|has|had|having|use|uses|used|using|need|needs|needed|want|wants|wanted|going|go|gonna|wanna|put|set|remind|reminder|reminders|record|log|called|named|known|name|something|anything|nothing|thing|stuff|help|helps|helping|treat|treatment|doctor|dr|nurse|pharmacist|chemist|gp|hospital|patient|pain|pains|headaches?|infection|blood|pressure|cholesterol|heart|high|low|sugar|diabetes|asthma|allerg\w*|cough|cold|flu|fever|nausea|sleep|sleeping|anxiety|depression|mood|skin|eyes?|ears?|nose|throat|chest|back|knee|inhale|inhaler|injection|inject|apply|swallow|chew|dissolve|drink|ongoing|indefinite|indefinitely|continuous|continuously|long|term|short|regular|regularly|usual|usually|normal|half|quarter|whole|full|empty|first|second|third|last|next|few|couple|more|less|most|least|much|many|extra|be|is|are|was|were|been|being|do|does|did|done|can|could|will|would|should|shall|may|might|must|let|let['’]s|we['’]ll|you['’]ll|that['’]s|there|here|what|which|who|how|why|where|because|since|think|know|see|say|said|says|tell|told|ask|asked|make|made|keep|try|trying|look|feel|feeling|feverish|weak|sick|problem|problems|type|dose|strength|strong|early|late|later|soon|ago|hope|good|better|best|great|fine|um|uh|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|lunch ?time|tea ?time|dinner ?time|supper|mealtimes?|otherwise|rest|weekdays?|weekends?|january|february|march|april|june|july|august|september|october|november|december|call|mum|dad|mom|mother|father|son|daughter|wife|husband|plenty|current|currently|patient|walked?|school|antibiotics?|painkillers?|anti-inflammator(?:y|ies)|antihistamines?|steroids?|statins?|supplements?|vitamins?|inhalers?|creams?|ointments?|lotion|syrup|liquid|solution|neuromodulator|antidepressants?|beta|blocker|blockers|thinners?|laxatives?)$/iu

/** Whether a word may be a name: one of no other use. */
export const isUnknownName = (word: string): boolean => !OTHER.test(word) && !TIME_WORD.test(word)

/** Words for times that stand between amounts: `and Saturdays 5 mg`. */
const TIME_WORD =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mid|noon|lunch|tea|dinner|supper|breakfast|bed|night|week|month|alternat)\w*|odd|even|rest|remaining|others?|increas\w*|decreas\w*|reduc\w*|drop|afterwards?|onwards?|later|eventually|slowly|gradually|straight|through|down|only)$/i

const WORD = /(?<!\p{N})\p{L}[\p{L}\p{M}\p{N}'’]*(?:-[\p{L}\p{N}]+)*/gu

/** The words of a text, one after the other; numbers are none. */
export const wordsOf = (text: string): Word[] =>
  matchesIn(text, WORD).map(({ 0: word, index }) => ({
    text: word,
    small: word.toLowerCase(),
    at: index,
    isAfterPause: index === 0 || /[,.;:!?]\s*$/.test(textBefore(text, index)),
  }))

/** What follows a name: its form, how much or how often. */
export const DOSAGE_NEXT =
  /^,? ?(?:(?:at|to|of|is|by|from|tablets?|capsules?|pills?|inhaler|puffer|injection|patch(?:es)?|cream|ointment|gel|lotion|drops?|spray|sachets?|oral|orally|syrup|liquid|suspension|solution|powder|pen|that['’]s),? ){0,3}(?:\d|half|a half|one|two|once|twice|daily|every|each|as needed|when needed|in the (?:morning|evening)|at (?:night|bedtime))/i
/** A dose right after a word leaves no doubt that it is a medicine; a time or a frequency may follow anything. */
export const DOSE_NEXT =
  /^,? ?(?:(?:at|to|of|is|by|tablets?|capsules?|pills?|inhaler|puffer|injection|patch(?:es)?|cream|ointment|gel|lotion|drops?|spray|sachets?|oral|orally|syrup|liquid|suspension|solution|powder|pen|that['’]s),? ){0,3}[\d.½]+(?: ?(?:to|or|-) ?\d+)? ?(?:mgs?|mcg|meq|ug|µg|micro|milli|g\b|grams?|mls?|units?|iu|tab|cap|pill|puff|pump|drop|spray|patch|sachet|%|per ?cent)/i

/** So many words of a text as they stand in it. */
export const slice = (text: string, words: readonly Word[], index: number, length: number): string => {
  const last = words[index + length - 1]
  if (!last) return ''
  return text.slice(words[index]?.at ?? 0, (last?.at ?? 0) + (last?.text.length ?? 0))
}

/** What follows a word. */
export const afterWord = (text: string, words: readonly Word[], index: number): string => {
  const word = words[index]
  return word ? text.slice(word.at + word.text.length, word.at + word.text.length + 60) : ''
}
