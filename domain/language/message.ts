declare const marked: unique symbol

/**
 * A text of the catalogue: the English one in ICU MessageFormat, `{count, plural, one {# dose} other {# doses}}`. Where
 * one English word needs two translations, a context stands before it, parted by `CONTEXT_END` as in gettext. It is a
 * string that no screen takes: only what `t` makes of it is shown.
 */
export interface Message<Text extends string = string> {
  readonly [marked]: Text
}

/** Separates context and text, as in gettext's compiled catalogues. */
export const CONTEXT_END = '\u0004'

/** The names of placeholders in a message: `{name}`, `{count, plural, …}`. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Rest}`
  ? NameAt<Rest> | Placeholders<Rest>
  : never

type NameAt<Rest extends string> = Rest extends `${infer Name}}${string}`
  ? Name extends `${infer Argument},${string}`
    ? OneWord<Argument>
    : OneWord<Name>
  : never

/** The text of a plural's case is no name: it has spaces, a number sign or a brace. */
type OneWord<Text extends string> = Text extends `${string}${' ' | '#' | '{'}${string}` | '' ? never : Text

export type Values<Text extends string> = { readonly [Name in Placeholders<Text>]: string | number }

/** What `t` takes beside the message: nothing where it has no placeholders. */
export type ValuesOf<Text extends string> = [Placeholders<Text>] extends [never] ? [] : [values: Values<Text>]

/**
 * Marks an English text as one of the catalogue, to be translated by `t` where it is shown: what a module sets up once
 * must not speak the language of the moment.
 * @param context says which meaning is meant, where one English text needs several translations
 */
export const msg = <const Text extends string>(text: Text, context?: string): Message<Text> =>
  entryOf(text, context) as unknown as Message<Text>

/** Returns under which text a catalogue's entry is asked for: its English one, after its context if it has one. */
export const entryOf = (text: string, context?: string | null): string =>
  context == null ? text : `${context}${CONTEXT_END}${text}`

/** Returns what a catalogue is asked for: the English text, after its context if it has one. */
export const textOf = (message: string | Message): string => message as string

/** Returns the English text of a message, without its context. */
export const englishOf = (message: string): string => message.slice(message.indexOf(CONTEXT_END) + 1)

/**
 * Returns the key under which catalogues hold a message: 32 bits of FNV-1a over its UTF-16 units, in base 36. The
 * text itself would double what a phone loads; that no two messages share a key is checked when catalogues are made.
 */
export function keyOf(message: string | Message): string {
  const text = textOf(message)
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
