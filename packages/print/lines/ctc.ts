import type { Alphabet } from './alphabet.ts'
import type { Glyph } from './line.ts'

/** What the recogniser says: for each step along the line the probability of each class, step by step. */
export interface Steps {
  data: Float32Array
  steps: number
  classes: number
}

/** Below this probability a letter is not one of the line. */
const LEAST = 0.05

/**
 * Returns the letters of a line: at each step the most probable class, repeated ones once, the class for no letter left
 * out (CTC, Graves et al., 2006). `pace` is how far one step is, in heights of the line.
 */
export function lettersIn({ data, steps, classes }: Steps, alphabet: Alphabet, pace: number): Glyph[] {
  const used = alphabet.flatMap((char, at) => (char === undefined || at >= classes ? [] : [{ char, at }]))
  const found: Glyph[] = []
  let [before, isApart] = [0, false]
  for (let step = 0; step < steps; step += 1) {
    const row = step * classes
    let [best, likely] = [0, -1]
    let char = ''
    for (const one of used) {
      const value = data[row + one.at] as number
      if (value > likely) [best, likely, char] = [one.at, value, one.char]
    }
    const last = found.at(-1)
    if (char === ' ') isApart = true
    else if (char !== '' && best === before) {
      // A wide letter fills several steps: it is as sure as the surest, and in the middle of them.
      if (last) Object.assign(last, { confidence: Math.max(last.confidence, likely), at: last.at + pace / 2 })
    } else if (char !== '' && likely >= LEAST) {
      found.push({ char, confidence: likely, isApart, at: (step + 0.5) * pace })
      isApart = false
    }
    before = best
  }
  return found
}
