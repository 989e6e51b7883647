import type { Grey } from '@dosewell/print/grey'
import { addTo } from '@dosewell/print/tally'

/** Separates ink from paper with Otsu's threshold (1979), which makes both sides as uniform as possible. 1 is ink. */
export function inked({ data, width, height }: Grey): Grey {
  const counts = new Float64Array(256)
  for (const shade of data) addTo(counts, shade)
  const sum = counts.reduce((total, count, shade) => total + count * shade, 0)
  let [below, sumBelow, best, threshold] = [0, 0, -1, 127]
  for (let shade = 0; shade < 255; shade += 1) {
    below += counts[shade] as number
    sumBelow += shade * (counts[shade] as number)
    const above = data.length - below
    if (below === 0 || above === 0) continue
    const between = below * above * (sumBelow / below - (sum - sumBelow) / above) ** 2
    if (between > best) [best, threshold] = [between, shade]
  }
  return { width, height, data: data.map((shade) => (shade <= threshold ? 1 : 0)) }
}

/**
 * Returns the standard deviation of a picture's grain, in 255 shades (Immerkær, 1996): what remains once edges are
 * removed.
 */
export function grainOf({ data, width, height }: Grey): number {
  let sum = 0
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      const cross =
        (data[at - 1] as number) +
        (data[at + 1] as number) +
        (data[at - width] as number) +
        (data[at + width] as number)
      const corners =
        (data[at - width - 1] as number) +
        (data[at - width + 1] as number) +
        (data[at + width - 1] as number) +
        (data[at + width + 1] as number)
      sum += Math.abs(corners - 2 * cross + 4 * (data[at] as number))
    }
  }
  return (Math.sqrt(Math.PI / 2) * sum) / (6 * Math.max(1, (width - 2) * (height - 2)))
}
