import { setupI18n } from '@lingui/core'
import { compileMessage } from './compile-message.ts'
import { isolated } from './isolated.ts'
import { ENGLISH, type Language } from './languages.ts'
import { englishOf, keyOf, type Message, textOf, type ValuesOf } from './message.ts'

/** Translations by key (`keyOf`), each in ICU MessageFormat. */
export type Catalogue = Readonly<Record<string, string>>

type Values = Readonly<Record<string, string | number>> | undefined

/** Speaks one language. */
export interface Translator {
  language: Language
  /** Returns the message in this language, or in English where the catalogue lacks it. */
  say(message: string, values: Values): string
  /** Adds a further part of the catalogue. */
  learn(part: Catalogue): void
}

/** Returns a translator of the language. */
export function translatorOf(language: Language, catalogue: Catalogue = {}): Translator {
  const source: Record<string, string> = { ...catalogue }
  const messages: ReturnType<typeof setupI18n>['messages'] = {}
  const i18n = setupI18n({ locale: language.tag, locales: [language.locale], messages: { [language.tag]: messages } })
  const isMirrored = language.direction === 'rtl'
  const written = isMirrored ? unitsApart : (text: string) => text
  const given = isMirrored ? apartValues : (values: Values) => values
  const ended = language.tag === 'en' ? (text: string) => text : withOneStop
  return {
    language,
    say(message, values) {
      messages[message] ??= compileMessage(written(source[keyOf(message)] ?? englishOf(message)))
      const compiled = messages[message]
      return typeof compiled === 'string' ? compiled : ended(i18n._(message, given(values)))
    },
    learn(part) {
      Object.assign(source, part)
      for (const message of Object.keys(messages)) delete messages[message]
    },
  }
}

/** `500 mg` and `{size} MB` keep their order in a sentence from right to left. */
const unitsApart = (text: string): string =>
  text.replace(/(?:\d[\d.,:]{0,8}|\{\w{1,30}\})[ \u00a0](?:mc?g|m[lL]|[KMG]B|[ap]m)\b/g, isolated)

/** Names, amounts and times keep their own direction in a sentence from right to left. */
const apartValues = (values: Values): Values =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolated(value) : value]),
  )

/** What ends with an abbreviation (`8:00 μ.μ.`, `27. Nov.`) has the full stop of its sentence already. */
const withOneStop = (text: string): string => text.replace(/([^.\s]\.)\.(?!\.)/g, '$1')

const english = translatorOf(ENGLISH)
let speaker: () => Translator = () => english

/**
 * Sets who speaks from now on: a page and its worker have one language; on a server it is that of the request or of
 * the account a job is for.
 */
export function speakThrough(source: () => Translator): void {
  speaker = source
}

let rest: Promise<unknown> = Promise.resolve()

/** Says that parts of the page's catalogue are still coming; `learned` resolves once they are there, and never rejects. */
export function awaitCatalogue(learned: Promise<unknown>): void {
  rest = learned
}

/** Resolves when everything can be said that can be: what a start does not show waits for it. Never rejects. */
export const wholeCatalogue = (): Promise<unknown> => rest

/** Returns the language of the moment. */
export const language = (): Language => speaker().language

/** Returns whether English is spoken, whose dates and lists the specification fixes to the letter. */
export const isEnglish = (): boolean => speaker().language.tag === 'en'

/**
 * Returns the text in the language of the moment, like `Intl` without a locale. Call it where the text is shown, never
 * while a module loads (`msg` marks texts of constants).
 * @param message a literal, which is how it gets into the catalogues, or what `msg` has marked
 * @param values of its placeholders
 */
export function t<const Text extends string>(
  message: (string extends Text ? never : Text) | Message<Text>,
  ...values: ValuesOf<Text>
): string {
  return speaker().say(textOf(message), values[0])
}
