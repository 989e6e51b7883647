import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { greymapOf } from '@dosewell/print/grey'
import type { PrintModels } from '@dosewell/print/models'
import { type LineReaders, readLines } from '@dosewell/print/read-lines'
import { glyphsIn, lineForTesseract } from '@dosewell/print/tesseract-line'
import { isKnownOnLabels } from '@dosewell/reading/known-words'
import tesseract from 'tesseract.js'
import { pagePicture } from './page-picture.ts'
import { serverModels } from './print-models.ts'
import { readPage } from './read-page.ts'
import type { ReadingAnswer } from './recogniser.ts'

/**
 * Of the two English models, this one reads the same words in half the time (decision 029). It is in node_modules;
 * nothing is downloaded.
 */
const MODEL = join(
  dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')),
  '4.0.0_best_int',
)

/** Starts both recognisers and returns a function that reads one picture after another. */
export async function startReading(
  load: () => Promise<PrintModels> = serverModels,
): Promise<(picture: Buffer) => Promise<ReadingAnswer>> {
  const worker = await tesseract.createWorker('eng', tesseract.OEM.LSTM_ONLY, {
    langPath: MODEL,
    cacheMethod: 'none',
    errorHandler: () => {},
  })
  const models = load().catch((error: unknown) => faultOf(error))
  const other: LineReaders['other'] = async (line) => {
    const grey = lineForTesseract(line)
    const { data } = await worker.recognize(Buffer.from(greymapOf(grey)), {}, { blocks: true })
    return glyphsIn(data, grey)
  }
  const mode = (mode: tesseract.PSM) => worker.setParameters({ tessedit_pageseg_mode: mode })
  return async (bytes) => {
    let fault: string | null = null
    try {
      const loaded = await models
      if (typeof loaded === 'string') fault = loaded
      else {
        await mode(tesseract.PSM.SINGLE_LINE)
        const reading = await readLines(await pagePicture(bytes), { models: loaded, other, isKnown: isKnownOnLabels })
        if (reading) return { ...reading, fault: null }
      }
    } catch (error) {
      fault = faultOf(error)
    }
    await mode(tesseract.PSM.AUTO)
    return { ...(await readPage(bytes, worker)), fault }
  }
}

/** In one line, for the log; what is read is never part of it. */
const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)
