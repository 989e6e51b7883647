import type { Sound } from './wave-samples.ts'

/** Seconds of one piece: Whisper hears at most 30 and drops the rest, and others get slow with length. */
const SHORTEST = 12
const LONGEST = 28
/** Seconds over which loudness is measured. */
const FRAME = 0.05
/** The loudest frame of a piece in which nobody speaks: models make up words for silence. */
const SILENCE = 0.003

/**
 * Cuts a recording into pieces of at most 28 seconds, each where it is quietest, so that no word is cut in two. Pieces
 * in which nothing can be heard are left out.
 */
export function pieces({ samples, rate }: Sound): Float32Array[] {
  const frame = Math.round(FRAME * rate)
  const loudness = loudnessOf(samples, frame)
  const found: Float32Array[] = []
  for (let from = 0; from < loudness.length; ) {
    const end = endOf(loudness, from)
    const heard = loudness.subarray(from, end).some((level) => level > SILENCE)
    if (heard) found.push(samples.subarray(from * frame, end === loudness.length ? samples.length : end * frame))
    from = end
  }
  return found
}

/** Returns the root mean square of each frame. */
function loudnessOf(samples: Float32Array, frame: number): Float32Array {
  const levels = new Float32Array(Math.ceil(samples.length / frame))
  for (let at = 0; at < levels.length; at += 1) {
    const part = samples.subarray(at * frame, (at + 1) * frame)
    levels[at] = Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length)
  }
  return levels
}

/** Returns the frame where a piece that starts at `from` ends: the middle of the quietest fifth of a second. */
function endOf(loudness: Float32Array, from: number): number {
  const [shortest, longest] = [from + SHORTEST / FRAME, from + LONGEST / FRAME]
  if (loudness.length <= longest) return loudness.length
  let quietest = { level: Number.POSITIVE_INFINITY, at: longest }
  for (let at = shortest; at <= longest - 4; at += 1) {
    const level = loudness.subarray(at, at + 4).reduce((sum, value) => sum + value, 0)
    if (level < quietest.level) quietest = { level, at: at + 2 }
  }
  return quietest.at
}
