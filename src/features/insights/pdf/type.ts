import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib'
import { language } from '#domain/language/translate.ts'
import { fontEngine } from './font-engine.ts'

export interface Look {
  size: number
  bold?: boolean
}

/** The font files of each weight; together they hold every glyph that can be set. */
export interface FontFiles {
  regular: readonly ArrayBuffer[]
  bold: readonly ArrayBuffer[]
}

/** Draws what the typeface has no glyphs for, with the device's fonts. Sizes are in points. */
export interface Painter {
  width(text: string, look: Look): number
  /** Returns a PNG as wide as the text and `LINE` times as high as the size. */
  paint(text: string, look: Look): Promise<Uint8Array>
}

/** Line height, as a multiple of the size. */
export const LINE = 1.35

/** A piece of a line in one font, or to be painted if it has none. */
export interface Run {
  text: string
  font: PDFFont | null
}

/** The type of one document: what can be set in which font, and how wide it is. */
export interface Type {
  width(text: string, look: Look): number
  /** Returns the line in runs, from left to right. */
  runs(line: string, look: Look): Run[]
}

/** Embeds the fonts; only the glyphs that are used end up in the file. */
export async function typeOf(document: PDFDocument, files: FontFiles, painter: Painter): Promise<Type> {
  document.registerFontkit(fontEngine)
  const embed = (all: readonly ArrayBuffer[]) =>
    Promise.all(all.map((file) => document.embedFont(file, { subset: true, features: { liga: false } })))
  const faces = { regular: facesOf(await embed(files.regular)), bold: facesOf(await embed(files.bold)) }
  const of = ({ bold }: Look) => (bold ? faces.bold : faces.regular)
  const isMirrored = language().direction === 'rtl'
  const runs = (line: string, look: Look) => (isMirrored ? mirroredRuns : runsOf)(line, of(look))
  const widths = new Map<string, number>()
  const measure = (text: string, look: Look) =>
    runs(text, look).reduce(
      (sum, run) => sum + (run.font?.widthOfTextAtSize(run.text, look.size) ?? painter.width(run.text, look)),
      0,
    )
  return {
    runs,
    width(text, look) {
      const key = `${look.bold} ${look.size} ${text}`
      const known = widths.get(key)
      if (known !== undefined) return known
      const width = measure(text, look)
      widths.set(key, width)
      return width
    },
  }
}

interface Face {
  font: PDFFont
  letters: ReadonlySet<number>
}

const facesOf = (fonts: readonly PDFFont[]): Face[] =>
  fonts.map((font) => ({ font, letters: new Set(font.getCharacterSet()) }))

/**
 * Words that cannot be set are painted whole, consecutive ones as one picture: some scripts join their letters, and
 * some run from right to left.
 */
function runsOf(line: string, faces: readonly Face[]): Run[] {
  const runs: Run[] = []
  const add = (text: string, font: PDFFont | null) => {
    const last = runs.at(-1)
    if (last && last.font === font) last.text += text
    else runs.push({ text, font })
  }
  for (const word of line.normalize('NFC').split(/(\s+)/)) {
    const set = setWord(word, faces)
    const isBetweenPainted = word.trim() === '' && runs.at(-1)?.font === null
    if (set === null || isBetweenPainted) add(word, null)
    else for (const { text, font } of set) add(text, font)
  }
  return runs.flatMap(endOfPainted)
}

/**
 * In a language from right to left a line with such letters is painted whole: the order of its words and numbers is
 * the device's to find. In any other line nothing needs to be kept apart.
 */
const mirroredRuns = (line: string, faces: readonly Face[]): Run[] =>
  FROM_RIGHT.test(line) ? [{ text: line, font: null }] : runsOf(line.replace(ISOLATES, ''), faces)

const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const ISOLATES = /[\u2066-\u2069]/g

/** Keeps a space after painted words outside the picture. */
function endOfPainted(run: Run, index: number, all: readonly Run[]): Run[] {
  const trimmed = run.text.trimEnd()
  const next = all[index + 1]
  if (run.font !== null || trimmed === run.text || !next?.font) return [run]
  return [
    { text: trimmed, font: null },
    { text: ' ', font: next.font },
  ]
}

function setWord(word: string, faces: readonly Face[]): Run[] | null {
  const runs: Run[] = []
  for (const letter of word) {
    const code = letter.codePointAt(0) ?? 0
    const face = faces.find(({ letters }) => letters.has(code))
    if (!face) return null
    const last = runs.at(-1)
    if (last?.font === face.font) last.text += letter
    else runs.push({ text: letter, font: face.font })
  }
  return runs
}

/** Breaks the text into lines no wider than that; a word wider than a line is broken where necessary. */
export function linesOf(text: string, width: number, look: Look, type: Type): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((one) => pieces(one, width, look, type))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && type.width(longer, look) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

function pieces(word: string, width: number, look: Look, type: Type): string[] {
  if (type.width(word, look) <= width) return [word]
  const found: string[] = []
  let piece = ''
  for (const letter of word) {
    if (piece !== '' && type.width(piece + letter, look) > width) {
      found.push(piece)
      piece = ''
    }
    piece += letter
  }
  return [...found, piece]
}
