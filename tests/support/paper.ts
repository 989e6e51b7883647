import sharp from 'sharp'

/** What is printed on a box of medicines from a pharmacy. */
export const LABEL: readonly string[] = [
  'GREENFIELD PHARMACY  Ph 03 9555 1234',
  'AMOXICILLIN 500mg CAPSULES',
  'Take ONE capsule three times a day',
  'METFORMIN 1000mg TABLETS',
  'Take ONE tablet twice a day with food',
  'Dr Helen Nguyen   12/11/2026',
]

/** Draws print on paper, as a camera sees it: a JPEG of 1280 × 720 pixels. */
export async function paperOf(lines: readonly string[]): Promise<Buffer> {
  const texts = lines.map((line, at) => `<text x="60" y="${90 + at * 62}">${line}</text>`).join('')
  const print = `<g font-family="DejaVu Sans, Liberation Sans, sans-serif" font-size="38" fill="#1c1c1c">${texts}</g>`
  const sheet = '<rect width="100%" height="100%" fill="#fbfaf5"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720">${sheet}${print}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
}

/** Bends print around a bottle: its lines sag in the middle by so many pixels. */
export async function bent(paper: Buffer, sag = 110): Promise<Buffer> {
  const { data, info } = await sharp(paper).raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const bottle = Buffer.alloc(data.length, 250)
  for (let x = 0; x < width; x += 1) {
    const down = Math.round(sag * (1 - (2 * (x / width) - 1) ** 2))
    for (let y = 0; y + down < height; y += 1) {
      const [from, to] = [(y * width + x) * channels, ((y + down) * width + x) * channels]
      data.copy(bottle, to, from, from + channels)
    }
  }
  return sharp(bottle, { raw: info }).jpeg({ quality: 92 }).toBuffer()
}
