const NUMBERS: Record<string, string> = {
  once: '1',
  twice: '2',
  thrice: '3',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  six: '6',
  eight: '8',
}

/**
 * Returns the frequency a wording means, with the keys of label-words.ts: `2/day`, `every 8 hours`, `1/day night`. It
 * is a separate implementation, so that neither reader is judged by its own rules; returns the words unchanged where
 * none of its rules fits.
 */
export function frequencyKey(words: string): string {
  const text = words.toLowerCase().replace(/\b[a-z]+\b/g, (word) => NUMBERS[word] ?? word)
  const needed = /need|requir|prn/.test(text) ? ' as needed' : ''
  const hours = /(\d+)(?: ?(?:to|-) ?(\d+))? ?(?:hours|hourly|h\b)/.exec(text)
  if (hours) return `every ${hours[2] ? `${hours[1]}-${hours[2]}` : hours[1]} hours${needed}`
  if (/every 2 days|every (?:other|second) day|alternate/.test(text)) return 'every 2 days'
  if (/week/.test(text)) return '1/week'
  if (needed) return 'as needed'
  const times = /(\d)(?: times)? ?(?:daily|a day|per day|each day|x)|(\d) times/.exec(text)
  const count = times?.[1] ?? times?.[2] ?? (/daily|every day|each day/.test(text) ? '1' : null)
  const isMorning = /morning|mane/.test(text)
  const isNight = /night|bedtime|evening/.test(text)
  if (isMorning && isNight) return '2/day'
  if (count !== null && count !== '1') return `${count}/day`
  if (isMorning) return '1/day morning'
  if (isNight) return '1/day night'
  return count === null ? text : '1/day'
}
