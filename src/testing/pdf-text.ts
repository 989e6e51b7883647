import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib'

/** What a PDF reader finds in the file. */
export interface ReadPdf {
  pages: number
  title: string | undefined
  /** The text of the first page as it can be copied: text at the same height is one line, from top to bottom. */
  lines: string[]
  /** How many pictures the first page refers to. */
  pictures: number
  /** The colours of the first page in the order in which they fill something: `#d33c3c`. */
  fills: string[]
}

/** Reads a PDF back from the file alone: its operators, and each font's table from glyphs to letters. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const document = await PDFDocument.load(bytes)
  const page = document.getPage(0)
  const resources = page.node.Resources()
  const fonts = new Map<string, Map<string, string>>()
  const fontDict = resources?.lookupMaybe(PDFName.of('Font'), PDFDict)
  for (const [name, ref] of fontDict?.entries() ?? []) {
    const font = document.context.lookup(ref, PDFDict)
    const table = font.lookup(PDFName.of('ToUnicode'))
    fonts.set(name.asString().slice(1), lettersOf(textOf(table)))
  }
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents]
  const operators = streams.map((one) => textOf(one instanceof PDFRef ? document.context.lookup(one) : one)).join('\n')
  return {
    pages: document.getPageCount(),
    title: document.getTitle(),
    lines: linesOf(operators, fonts),
    fills: [...operators.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg/g)].map(([, ...parts]) => hexOf(parts)),
    pictures: [...operators.matchAll(/\/Image[\w-]* Do/g)].length,
  }
}

const hexOf = (parts: readonly string[]): string =>
  `#${parts
    .map((part) =>
      Math.round(Number(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

const textOf = (stream: PDFObject | undefined): string => {
  if (stream instanceof PDFRawStream) return new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode())
  throw new Error('The PDF holds something else where a stream was expected.')
}

/** `<0003> <0041>`: the glyph and its letters in UTF-16. */
function lettersOf(table: string): Map<string, string> {
  const pairs = table.matchAll(/<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>/g)
  return new Map(
    [...pairs].map(([, glyph = '', units = '']) => [
      glyph.toUpperCase(),
      String.fromCharCode(...(units.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16))),
    ]),
  )
}

function linesOf(operators: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const byHeight = new Map<number, { x: number; text: string }[]>()
  let font = ''
  let place = { x: 0, y: 0 }
  for (const [, name, x, y, hex] of operators.matchAll(
    /\/(\S+) [\d.]+ Tf|1 0 0 1 ([\d.-]+) ([\d.-]+) Tm|<([0-9A-Fa-f]+)> Tj/g,
  )) {
    if (name !== undefined) font = name
    else if (hex === undefined) place = { x: Number(x), y: Number(y) }
    else {
      const letters = fonts.get(font)
      const text = (hex.match(/.{4}/g) ?? []).map((glyph) => letters?.get(glyph.toUpperCase()) ?? '\uFFFD').join('')
      byHeight.set(place.y, [...(byHeight.get(place.y) ?? []), { x: place.x, text }])
    }
  }
  return [...byHeight.entries()].sort(([a], [b]) => b - a).map(([, parts]) => wordsOf(parts.sort((a, b) => a.x - b.x)))
}

/** Cells of a row are apart; runs of one line in two fonts are not. Only the space between tells which is which. */
const wordsOf = (parts: { text: string }[]): string =>
  parts
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
