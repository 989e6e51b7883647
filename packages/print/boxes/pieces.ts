/** What a detector says: for each pixel the probability that it is in the core of a line of print. */
export interface Likelihood {
  data: Float32Array
  width: number
  height: number
}

/** Returns the connected pieces (also by a corner) of pixels above `threshold`, each as the positions of its pixels. */
export function piecesAbove({ data, width, height }: Likelihood, threshold: number): Int32Array[] {
  const seen = new Uint8Array(data.length)
  const pixels = new Int32Array(data.length)
  const pieces: Int32Array[] = []
  let end = 0
  const reach = (x: number, y: number) => {
    const at = y * width + x
    if (x < 0 || y < 0 || x >= width || y >= height || seen[at] === 1 || !((data[at] as number) > threshold)) return
    seen[at] = 1
    pixels[end] = at
    end += 1
  }
  for (let start = 0; start < data.length; start += 1) {
    if (seen[start] === 1 || !((data[start] as number) > threshold)) continue
    const begin = end
    reach(start % width, Math.floor(start / width))
    for (let next = begin; next < end; next += 1) {
      const at = pixels[next] as number
      const [x, y] = [at % width, Math.floor(at / width)]
      for (let dy = -1; dy <= 1; dy += 1) {
        for (let dx = -1; dx <= 1; dx += 1) reach(x + dx, y + dy)
      }
    }
    pieces.push(pixels.slice(begin, end))
  }
  return pieces
}
