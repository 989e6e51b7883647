import type { Chance } from '#tests/sync/prng.ts'
import type { Line } from './label-layouts.ts'

/** A line of print; `band` is light print on a dark bar, as many pharmacies set their name. */
export interface Print extends Line {
  look?: 'band' | 'centred'
}

/** Print side by side; each column has its share of the width. */
export interface Columns {
  columns: readonly { share: number; prints: readonly Print[] }[]
}

export type Block = Print | Columns | 'rule'

export const print = (text: string, size = 1, isBold = false): Print => ({ text, size, isBold })
export const band = (text: string, size = 1.2): Print => ({ text, size, isBold: true, look: 'band' })
export const centred = (text: string, size = 1, isBold = false): Print => ({ text, size, isBold, look: 'centred' })

/** Returns the lines of blocks, one column after the other. */
export const linesOf = (blocks: readonly Block[]): Line[] =>
  blocks.flatMap((block) => {
    if (block === 'rule') return []
    return 'columns' in block ? block.columns.flatMap(({ prints }) => prints) : [block]
  })

/** How wide the letters of a font are, compared with Liberation Sans. */
const FONTS: readonly (readonly [name: string, width: number])[] = [
  ['Liberation Sans', 1],
  ['Liberation Sans Narrow', 0.84],
  ['Liberation Serif', 0.95],
  ['Liberation Mono', 1.16],
  ['DejaVu Sans', 1.14],
  ['DejaVu Sans Condensed', 1.02],
  ['DejaVu Serif', 1.18],
]

export interface PageStyle {
  /** Height of body text in pixels. */
  body: number
  /** Width of the page, in heights of body text. */
  ems: number
  font: string
  wide: number
  ink: string
  paper: string
  /** The colour of bands and rules. */
  accent: string
}

export function styleOf(chance: Chance, { body, ems }: { body: number; ems: number }): PageStyle {
  const [font, wide] = chance.pick(FONTS)
  const dark = chance.between(15, 60)
  const paper = chance.between(232, 252)
  return {
    ...{ body, ems, font, wide },
    ink: `rgb(${dark},${dark},${dark})`,
    paper: `rgb(${paper},${paper},${paper - chance.between(0, 14)})`,
    accent: chance.pick(['#1d5c3a', '#1f3f7a', '#8c1f2b', '#2b2b2b', '#005f73']),
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Returns about how wide a text is, in heights of its font. */
function widthOf(text: string, isBold: boolean): number {
  let sum = 0
  for (const letter of text) {
    if (letter === ' ') sum += 0.29
    else if (/[A-Z@#%&]/.test(letter)) sum += 0.71
    else if (/[iltfj.,:;|()'/-]/.test(letter)) sum += 0.31
    else sum += 0.56
  }
  return isBold ? sum * 1.06 : sum
}

/** Breaks a text at the edge of its column, as label printers do. */
function wrapped({ text, size, isBold = false }: Print, ems: number, wide: number): string[] {
  const rows: string[] = ['']
  for (const word of text.split(/(?<=\s)(?=\S)/)) {
    const last = rows.at(-1) as string
    if (last !== '' && widthOf((last + word).trimEnd(), isBold) * size * wide > ems) rows.push(word)
    else rows[rows.length - 1] = last + word
  }
  return rows.map((row) => row.trimEnd())
}

/** From one line of body text to the next, and the margin of the page, in heights of body text. */
const LEADING = 1.28
const MARGIN = 1

/** Returns the page as SVG; as high as its print needs. */
export function svgOf(blocks: readonly Block[], style: PageStyle): { svg: string; width: number; height: number } {
  const { body, ems, font, ink, paper, accent, wide } = style
  const width = Math.round(body * (ems + 2 * MARGIN))
  const drawn: string[] = []
  let y = MARGIN * body
  for (const block of blocks) {
    if (block === 'rule') {
      y += body * 0.5
      drawn.push(`<rect x="${body * MARGIN}" y="${y}" width="${body * ems}" height="${body * 0.07}" fill="${accent}"/>`)
      continue
    }
    const columns = 'columns' in block ? block.columns : [{ share: 1, prints: [block] }]
    const top = y
    let left = MARGIN * body
    for (const { share, prints } of columns) {
      let down = top
      const room = ems * share - (columns.length > 1 ? 0.7 : 0)
      for (const one of prints) {
        for (const row of wrapped(one, room, wide)) {
          const size = body * one.size
          down += size * LEADING
          const isBand = one.look === 'band'
          if (isBand)
            drawn.push(
              `<rect x="0" y="${down - size}" width="${width}" height="${size * LEADING * 1.04}" fill="${accent}"/>`,
            )
          const shift = isBand ? size * 0.3 : 0
          const anchor = one.look === 'centred' ? `x="${left + (body * room) / 2}" text-anchor="middle"` : `x="${left}"`
          const weight = one.isBold ? ' font-weight="700"' : ''
          const fill = isBand ? ` fill="${paper}"` : ''
          drawn.push(
            `<text ${anchor} y="${down}" font-size="${size}"${weight}${fill} xml:space="preserve">${escaped(row)}</text>`,
          )
          down += shift
        }
      }
      y = Math.max(y, down)
      left += body * ems * share
    }
  }
  const height = Math.round(y + body * (MARGIN + 0.3))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${paper}"/><g font-family="${font}" fill="${ink}">${drawn.join('')}</g></svg>`
  return { svg, width, height }
}
