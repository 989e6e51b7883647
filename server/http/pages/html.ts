import { isEnglish, language } from '#domain/language/translate.ts'

/** Markup that is safe to send: all text in it has been escaped. */
export class Html {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')

type Value = string | number | Html | false | null | undefined

const render = (value: Value): string => {
  if (value instanceof Html) return value.markup
  return value === false || value === null || value === undefined ? '' : escapeText(String(value))
}

/**
 * Builds markup from a template. Values are escaped unless they are `Html`; false, null and undefined produce nothing.
 */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.map((part, index) => part + render(values[index])).join(''))

/** Returns the attributes of a document in the language of the moment. */
export const documentLanguage = (): Html => {
  const { tag, direction } = language()
  return html`lang="${isEnglish() ? 'en-AU' : tag}"${direction === 'rtl' && html` dir="rtl"`}`
}
