/** For each class of the recogniser: the letter that it stands for here, '' for none, or undefined for other scripts. */
export type Alphabet = readonly (string | undefined)[]

/** What the recogniser’s list has besides ASCII and letters with an accent, and what labels mean by it. */
const ALSO: Readonly<Record<string, string>> = {
  '，': ',',
  '。': '.',
  '、': ',',
  '：': ':',
  '；': ';',
  '（': '(',
  '）': ')',
  '！': '!',
  '？': '?',
  '％': '%',
  '＋': '+',
  '－': '-',
  '—': '-',
  '–': '-',
  '～': '~',
  '【': '[',
  '】': ']',
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '×': 'x',
  '·': '.',
  '•': '•',
  '½': '½',
  '¼': '¼',
  '¾': '¾',
  '°': '°',
  µ: 'µ',
  μ: 'µ',
  '™': '™',
  '®': '®',
}

/**
 * Returns the alphabet of a list of characters, one a line, as the recogniser’s package brings it: before them stands the
 * class for no letter, after them the space. Characters that are not used in English are no letters here.
 */
export function alphabetOf(list: string): Alphabet {
  const characters = list.replace(/\n$/, '').split('\n')
  return ['', ...characters.map(latin), ' ']
}

function latin(character: string): string | undefined {
  if (/^[!-~]$/.test(character) || /^[À-ÖØ-öø-ÿ]$/.test(character)) return character
  return ALSO[character]
}
