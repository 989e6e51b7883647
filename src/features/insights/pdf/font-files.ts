import regular from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff?url'
import bold from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-700-normal.woff?url'
import regularExtended from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-normal.woff?url'
import boldExtended from '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-700-normal.woff?url'
import type { FontFiles } from './type.ts'

/** Returns the app's typeface as font files for a page: European languages in Latin script, as it has no others. */
export async function fontFiles(): Promise<FontFiles> {
  const [one, two, three, four] = await Promise.all([regular, regularExtended, bold, boldExtended].map(fetchFile))
  return { regular: [one, two].filter(isFile), bold: [three, four].filter(isFile) }
}

const isFile = (file: ArrayBuffer | undefined): file is ArrayBuffer => file !== undefined

async function fetchFile(url: string): Promise<ArrayBuffer> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The typeface answered ${answer.status}.`)
  return answer.arrayBuffer()
}
