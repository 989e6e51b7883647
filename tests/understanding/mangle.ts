/** Returns a source of numbers from 0 to below 1 that repeats for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Things readers may stumble over: marks, numbers, other scripts, letters with a longer lower case, halves of
 * surrogates.
 */
const PIECES = [
  ...'0123456789./,:;-–()[]½¼⅓×*+&@#%=\'’" \n\t',
  ...['İ', 'ß', 'ﬁ', '一日三回', 'مرتين', '💊', '\ud83d', '\u0000', '\u200b', 'é', 'µ'],
  ...['every', 'and', 'to', 'half', 'a', 'one', 'x', 'q', 'h', 'mg', 'tab', 'day', 'night', 'for', 'max', '24 hours'],
]

/**
 * Returns a corrupted text: sentences cut, joined, swapped, with letters replaced or pieces repeated, or nothing but
 * noise.
 * @param random returns numbers from 0 to below 1
 */
export function mangled(sentences: readonly string[], random: () => number): string {
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value
  const piece = (): string => pick(PIECES)
  const some = (many: number): number => Math.floor(random() * many)
  let text = random() < 0.1 ? '' : pick(sentences)
  for (let change = some(6); change >= 0; change -= 1) {
    const at = some(text.length + 1)
    const kind = some(8)
    if (kind === 0) text = text.slice(0, at)
    else if (kind === 1) text = `${text.slice(0, at)}${piece()}${text.slice(at)}`
    else if (kind === 2) text = `${text.slice(0, at)}${text.slice(at + 1 + some(3))}`
    else if (kind === 3) text = `${text} ${pick(sentences)}`
    else if (kind === 4) text = `${text.slice(0, at)}${text[at + 1] ?? ''}${text[at] ?? ''}${text.slice(at + 2)}`
    else if (kind === 5) text = text.split(' ').reverse().join(' ')
    else if (kind === 6) text = Array.from({ length: some(30) }, piece).join(random() < 0.5 ? ' ' : '')
    else text = random() < 0.02 ? `${text} ${piece()} `.repeat(1 + some(400)).slice(0, 4000) : text.toUpperCase()
  }
  return text
}
