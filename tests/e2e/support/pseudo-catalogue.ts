import { readFileSync } from 'node:fs'
import { parsePo } from 'pofile-ts'
import { entryOf, keyOf } from '#domain/language/message.ts'

const ENGLISH = new URL('../../../locales/en.po', import.meta.url)

/** Around every text of the pseudo-language, so that what is in no catalogue shows. */
export const MARKS = ['⟦', '⟧'] as const

/** Words without meaning that make a text 40 % longer, as German or Greek may. */
const longer = (length: number): string => ' ŵöřđś'.repeat(Math.ceil((length * 0.4) / 6))

/** Returns a catalogue whose texts are the English ones, marked and 40 % longer. */
export function pseudoCatalogue(): Record<string, string> {
  const [open, close] = MARKS
  return Object.fromEntries(
    parsePo(readFileSync(ENGLISH, 'utf8')).items.map(({ msgid, msgctxt }) => [
      keyOf(entryOf(msgid, msgctxt)),
      `${open}${msgid}${longer(msgid.replaceAll(/\{[^}]*\}/g, '').length)}${close}`,
    ]),
  )
}

/**
 * Runs in the page: returns the texts outside of any pair of marks, of elements and of the attributes that are read
 * out, that have three letters in a row.
 */
export function textsOutside([open, close]: readonly [string, string]): string[] {
  const count = (text: string, mark: string) => text.split(mark).length - 1
  const found: string[] = []
  let depth = 0
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Element) {
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
        const text = node.getAttribute(name) ?? ''
        if (/\p{L}{3}/u.test(text) && !text.includes(open)) found.push(`${name}: ${text}`)
      }
      continue
    }
    const text = node.textContent ?? ''
    const isScript = node.parentElement?.closest('script, style, noscript, [lang]:not(html), #first-frame') != null
    if (!isScript && depth === 0 && !text.includes(open) && /\p{L}{3}/u.test(text)) found.push(text.trim())
    depth += count(text, open) - count(text, close)
  }
  return found
}
