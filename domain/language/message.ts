import type { Brand } from '../lib/brand.ts'

/**
 * A text of the catalogue: the English one in ICU MessageFormat, `{count, plural, one {# dose} other {# doses}}`. Where
 * one English word needs two translations, a context stands before it, parted by `CONTEXT_END` as in gettext.
 */
export type Message = Brand<string, 'Message'>

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

/** What `msg` has marked, as the literal that it was. */
type Unmarked<Text> = Text extends (infer Plain extends string) & Message ? Plain : Text

/** The text of a plural's case is no name: it has spaces, a number sign or a brace. */
type OneWord<Text extends string> = Text extends `${string}${' ' | '#' | '{'}${string}` | '' ? never : Text

export type Values<Text extends string> = { readonly [Name in Placeholders<Unmarked<Text>>]: string | number }

/** What `t` takes beside the message: nothing where it has no placeholders. */
export type ValuesOf<Text extends string> = [Placeholders<Unmarked<Text>>] extends [never] ? [] : [values: Values<Text>]

/**
 * Marks an English text as one of the catalogue, to be translated by `t` where it is shown: what a module sets up once
 * must not speak the language of the moment.
 * @param context says which meaning is meant, where one English text needs several translations
 */
export const msg = <const Text extends string>(text: Text, context?: string): Text & Message =>
  (context === undefined ? text : `${context}${CONTEXT_END}${text}`) as Text & Message

/** Returns the English text of a message, without its context. */
export const englishOf = (message: string): string => message.slice(message.indexOf(CONTEXT_END) + 1)

/**
 * Returns the key under which catalogues hold a message: 32 bits of FNV-1a over its UTF-16 units, in base 36. The
 * text itself would double what a phone loads; that no two messages share a key is checked when catalogues are made.
 */
export function keyOf(message: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < message.length; at += 1) hash = Math.imul(hash ^ message.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(36)
}
