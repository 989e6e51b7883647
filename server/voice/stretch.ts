/** Samples per piece, and per overlap of two pieces: at 22 kHz about 46 and 23 ms, several periods of a low voice. */
const PIECE = 1024
const SHARED = PIECE / 2
/** How far a piece may be moved so that it continues the previous wave, and the step size of the search. */
const REACH = 256
const STEP = 4

/**
 * Makes speech longer or shorter without changing its pitch: pieces are overlapped more or less, each placed where it
 * continues the wave best (WSOLA).
 * @param samples one channel
 * @param factor length of the result divided by the length of `samples`, above 0
 */
export function stretch(samples: Int16Array, factor: number): Int16Array {
  if (factor === 1 || samples.length < 2 * PIECE) return samples
  const stretched = new Float32Array(Math.round(samples.length * factor) + PIECE)
  let from = 0
  let to = 0
  for (; to + PIECE < stretched.length; to += SHARED) {
    const wanted = Math.round(to / factor)
    if (wanted + PIECE + REACH >= samples.length) break
    from = to === 0 ? 0 : bestNear(samples, wanted, from + SHARED)
    for (let at = 0; at < PIECE; at += 1) {
      // The halves of this window add up to one.
      const window = 0.5 - 0.5 * Math.cos((2 * Math.PI * at) / PIECE)
      stretched[to + at] = (stretched[to + at] ?? 0) + window * (samples[from + at] ?? 0)
    }
  }
  // Assigned one by one: `Int16Array.from` first makes a list of numbers, which takes 200 MB for three minutes of
  // speech.
  const result = new Int16Array(to + SHARED)
  for (let at = 0; at < result.length; at += 1) result[at] = Math.round(stretched[at] ?? 0)
  return result
}

/** Returns where near `wanted` the samples best match those at `natural`, which would follow without a cut. */
function bestNear(samples: Int16Array, wanted: number, natural: number): number {
  let best = wanted
  let most = Number.NEGATIVE_INFINITY
  for (let from = Math.max(0, wanted - REACH); from <= wanted + REACH; from += STEP) {
    let likeness = 0
    for (let at = 0; at < SHARED; at += STEP) {
      likeness += (samples[from + at] ?? 0) * (samples[natural + at] ?? 0)
    }
    if (likeness > most) {
      most = likeness
      best = from
    }
  }
  return best
}
