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

/**
 * Returns a message with markup for its tags, as `RichText` shows it in the app: `Read the <link>notes</link>.`
 * @param tags what stands for each tag, given the text in it
 */
export const richHtml = (text: string, tags: Readonly<Record<string, (part: string) => Html>>): Html =>
  text
    .split(/<(\w+)>(.*?)<\/\1>/)
    .map((part, at, parts) => {
      if (at % 3 === 0) return html`${part}`
      return at % 3 === 2 ? (tags[parts[at - 1] ?? '']?.(part) ?? html`${part}`) : html``
    })
    .reduce((before, one) => html`${before}${one}`, html``)

/** Returns a link to a page of this server, as a tag of `richHtml`. */
export const linkTo =
  (path: string) =>
  (part: string): Html =>
    html`<a href="${path}">${part}</a>`
