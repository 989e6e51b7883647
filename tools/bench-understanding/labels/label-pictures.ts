import sharp from 'sharp'
import type { Chance } from '#tests/sync/prng.ts'
import type { Label, Line } from './label-layouts.ts'

export const LEVELS = ['easy', 'medium', 'hard'] as const
export type Level = (typeof LEVELS)[number]

/** What the camera, the hand and the light do to a label. */
interface Shot {
  /** Pixels from one baseline of body text to the next. */
  pitch: readonly [number, number]
  /** Degrees to either side. */
  turn: number
  blur: readonly [number, number]
  /** Share of the light that is lost at the darker side. */
  shade: readonly [number, number]
  /** Standard deviation of the noise, of 255. */
  noise: number
  quality: readonly [number, number]
  /** How dark the print is: 0 black, 255 white. */
  ink: readonly [number, number]
}

/** Set so that Tesseract without any help reads about 95, 70 and 40 % of the words. */
const SHOTS: Record<Level, Shot> = {
  easy: {
    pitch: [34, 52],
    turn: 1,
    blur: [0.3, 0.6],
    shade: [0, 0.1],
    noise: 3,
    quality: [80, 92],
    ink: [10, 50],
  },
  medium: {
    pitch: [25, 46],
    turn: 6,
    blur: [0.9, 1.6],
    shade: [0.2, 0.55],
    noise: 10,
    quality: [55, 80],
    ink: [30, 80],
  },
  hard: {
    pitch: [23, 42],
    turn: 10,
    blur: [1.1, 1.8],
    shade: [0.4, 0.7],
    noise: 11,
    quality: [35, 60],
    ink: [50, 105],
  },
}

const FONTS = [
  'Liberation Sans',
  'Liberation Sans Narrow',
  'Liberation Serif',
  'Liberation Mono',
  'DejaVu Sans',
  'DejaVu Sans Condensed',
  'DejaVu Sans Mono',
  'Nimbus Sans',
  'URW Gothic',
  'Noto Sans Mono',
]

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const range = (chance: Chance, [from, to]: readonly [number, number]) => from + chance.next() * (to - from)

/** Breaks lines at the edge of the label, as label printers do. */
function broken(lines: readonly Line[], columns: number): Line[] {
  return lines.flatMap((line) => {
    const most = Math.max(12, Math.floor(columns / line.size))
    const rows: string[] = ['']
    for (const word of line.text.split(/(?<=\s)(?=\S)/)) {
      const last = rows.at(-1) as string
      if (last !== '' && (last + word).trimEnd().length > most) rows.push(word)
      else rows[rows.length - 1] = last + word
    }
    return rows.map((text) => ({ ...line, text: text.trimEnd() }))
  })
}

/** Draws a label as JPEG. The same chance gives the same picture on one machine (its fonts matter). */
export async function pictureOf(chance: Chance, label: Label, level: Level): Promise<Buffer> {
  const shot = SHOTS[level]
  const pitch = range(chance, shot.pitch)
  const columns = chance.between(34, 46)
  const lines = broken(label.lines, columns)
  const ink = Math.round(range(chance, shot.ink))
  const font = chance.pick(FONTS)
  const body = pitch * 0.72
  const width = Math.round(columns * body * 0.66 + 80)
  let y = 40
  const texts = lines.map(({ text, size, isBold }) => {
    y += pitch * size
    return `<text x="40" y="${y.toFixed(1)}" font-size="${(body * size).toFixed(1)}" font-weight="${isBold ? 700 : 400}" xml:space="preserve">${escaped(text)}</text>`
  })
  const height = Math.round(y + 50)
  const paper = chance.between(225, 255)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="rgb(${paper},${paper},${paper - chance.between(0, 18)})"/><g font-family="${font}" fill="rgb(${ink},${ink},${ink})">${texts.join('')}</g></svg>`
  const flat = await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer()
  const turned = await sharp(flat)
    .rotate((chance.next() * 2 - 1) * shot.turn, {
      background: chance.pick(['#6b5a48', '#9a9a96', '#d8d4cc', '#3c3f44']),
    })
    .blur(range(chance, shot.blur))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  lit(turned.data, turned.info, chance, shot)
  const { width: w, height: h, channels } = turned.info
  return sharp(turned.data, { raw: { width: w, height: h, channels } })
    .jpeg({ quality: Math.round(range(chance, shot.quality)) })
    .toBuffer()
}

/** Adds light that falls off to one side, and the noise of a small sensor. */
function lit(
  data: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
  chance: Chance,
  shot: Shot,
): void {
  const shade = range(chance, shot.shade)
  const direction = chance.next() * 2 * Math.PI
  const [dx, dy] = [Math.cos(direction), Math.sin(direction)]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const along = ((x / width - 0.5) * dx + (y / height - 0.5) * dy) / 1.42 + 0.5
      const light = 1 - shade * along
      const grain = (chance.next() + chance.next() + chance.next() - 1.5) * 2 * shot.noise
      for (let channel = 0; channel < channels; channel += 1) {
        const at = (y * width + x) * channels + channel
        data[at] = Math.max(0, Math.min(255, (data[at] ?? 0) * light + grain))
      }
    }
  }
}
