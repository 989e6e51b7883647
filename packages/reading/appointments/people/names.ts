/** Words that are no part of a name: they end it, or say that there is none. */
const LINKS =
  /^(?:hi|hello|hey|dear|thanks|a|an|the|my|our|his|her|their|your|and|or|but|to|at|on|in|by|from|for|with|near|of|about|regarding|because|is|are|was|will|would|can|could|has|have|had|be|am|pm|please|who|that|which|this|next|if|i|i['’]m|me|it|he|she|we|you|as|so|there|here|not|no)$/i
const DAYS =
  /^(?:today|tomorrow|tonight|morning|afternoon|evening|noon|midday|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october|november|december)$/i

const bare = (word: string): string => word.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')

/** Abbreviated days that are nobody's name, and those that may be one: `Emily Sun`. */
const SHORT_DAYS = /^(?:tues?|weds?|thur?s?|fri|sat)$/i
const SHORT_DAY_OR_NAME = /^(?:mon|sun)$/i

/**
 * Whether a word behind a name is the abbreviation of a weekday.
 * @param next what stands behind it: empty where a date was taken out
 */
export const isShortDay = (word: string, next: string | undefined): boolean =>
  SHORT_DAYS.test(bare(word)) ||
  (SHORT_DAY_OR_NAME.test(bare(word)) && next !== undefined && /^(?:|\d.*|at|@.*)$/i.test(next))

export const isLink = (word: string): boolean => LINKS.test(bare(word))
export const isDay = (word: string): boolean => DAYS.test(bare(word))
export const isMonth = (word: string): boolean =>
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december)$/i.test(bare(word))
export const isTitle = (word: string): boolean => /^(?:dr|doctor|prof|professor)$/i.test(bare(word))
export const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word)

/** Small words inside names of people: `van der Berg`, `al Amin`. */
export const isParticle = (word: string): boolean =>
  /^(?:van|von|der|den|de|da|di|du|del|la|le|el|al|bin|ibn|ter)$/.test(word)

/** Whether a sentence or a list ends with the word: a point after initials, `St.` or `Jr.` ends none. */
export const endsHere = (word: string): boolean =>
  /[,;:!?]$/.test(word) || (word.endsWith('.') && word.length > 3 && !/^(?:\p{Lu}\.){2,}$/u.test(word))
