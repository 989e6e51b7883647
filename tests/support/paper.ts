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
