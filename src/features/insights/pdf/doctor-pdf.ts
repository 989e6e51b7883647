import { PDFDocument, rgb } from '@cantoo/pdf-lib'
import type { DoctorSummary } from '#domain/insights/doctor-summary.ts'
import { language, t } from '#domain/language/translate.ts'
import { drawPicture } from './draw-picture.ts'
import { layOut, PAGE, type PlacedLine } from './page-layout.ts'
import { type FontFiles, LINE, type Painter, type Type, typeOf } from './type.ts'

export interface DoctorPdf {
  bytes: Uint8Array<ArrayBuffer>
  /** Words the typeface has no glyphs for: they are pictures, which can be read but not copied. */
  painted: string[]
}

const INK = rgb(0.1, 0.16, 0.14)
const RULE = rgb(0.7, 0.7, 0.66)

/** Where the baseline lies, as a fraction of the line height. */
const BASELINE = 0.76

/**
 * Makes one A4 page. Pure except for the painter: the same summary, fonts and instant make the same bytes.
 * @param now the moment it says it was made at, in ms
 */
export async function doctorPdf(
  summary: DoctorSummary,
  { files, painter, now }: { files: FontFiles; painter: Painter; now: number },
): Promise<DoctorPdf> {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setTitle(t('Medication summary of {name}', { name: summary.name }), { showInWindowTitleBar: true })
  // not translated: a name
  document.setCreator('Dosewell')
  document.setLanguage(language().locale)
  document.setCreationDate(new Date(now))
  const type = await typeOf(document, files, painter)
  const page = document.addPage([PAGE.width, PAGE.height])
  const { lines, pictures, rules } = layOut(summary, type)
  for (const top of rules) {
    const y = PAGE.height - top
    page.drawLine({
      start: { x: PAGE.margin, y },
      end: { x: PAGE.width - PAGE.margin, y },
      thickness: 0.5,
      color: RULE,
    })
  }
  for (const picture of pictures) {
    await drawPicture(document, page, { ...picture, x: placeOf(picture.x, picture.side) })
  }
  const painted: string[] = []
  for (const line of lines) {
    for (const { text, font, x } of placedRuns(line, type)) {
      const { size } = line.look
      const height = size * LINE
      if (font) {
        page.drawText(text, { x, y: PAGE.height - line.top - height * BASELINE, size, font, color: INK })
      } else {
        const picture = await document.embedPng(await painter.paint(text, line.look))
        const y = PAGE.height - line.top - height
        page.drawImage(picture, { x, y, width: painter.width(text, line.look), height })
        painted.push(text)
      }
    }
  }
  return { bytes: new Uint8Array(await document.save()), painted }
}

/** Returns the left end of what is that wide: the page is mirrored for a language from right to left. */
const placeOf = (x: number, width: number): number => (language().direction === 'rtl' ? PAGE.width - x - width : x)

function placedRuns({ text, x, look }: PlacedLine, type: Type) {
  let at = placeOf(x, type.width(text, look))
  return type.runs(text, look).map((run) => {
    const placed = { ...run, x: at }
    at += type.width(run.text, look)
    return placed
  })
}
