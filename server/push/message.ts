import { language } from '#domain/language/translate.ts'
import type { SlotId } from '#domain/lib/ids.ts'
import type { Wording } from '#domain/protocol/push.ts'
import { initialOf } from '#domain/records/person.ts'
import { discreetTitle, initialFor, type NoticePerson } from '#domain/reminders/notice-person.ts'

/** One notification, in the account's own words. */
export interface PushMessage {
  /** Returned in the receipt: 128 random bits in base64url. */
  id: string
  kind: 'reminder' | 'early' | 'settled' | 'test' | 'visit' | 'supply' | 'missed'
  /** The account it belongs to: a device on which another user has signed in shows none of it. */
  user: string
  /** Whom it is about, if that is not the account's own person. */
  person?: string
  /** How it names them: the title does so already. */
  whose?: NoticePerson
  title: string
  body: string
  /** The body in discreet wording, without names and doses. If it is left out, there is none. */
  discreetBody?: string
  /** Replaces a notification with the same tag. */
  tag: string
  /** What a click opens: a path on this server, with its query. */
  path: string
  slotIds: readonly SlotId[]
  /** Shown without a sound. */
  silent: boolean
  /** Makes a sound again when it replaces a notification. */
  renotify: boolean
}

/**
 * In bytes of UTF-8. Encrypted, it stays below the 4096 that every push service accepts, with some to spare for those
 * that count more than the body.
 */
export const LONGEST_MESSAGE = 3000
/** In characters; the worker does not show more either. */
const LONGEST_TITLE = 120
const LONGEST_BODY = 1000
/** More doses than anyone takes in one minute. */
const MOST_SLOTS = 60

/**
 * Returns the message as Declarative Web Push (R3.5). Browsers that support it show it without our worker; where the
 * worker runs, it may show something else (`mutable`). Discreet wording is applied here (R3.7), so that a name never
 * leaves the server. A body that is too long is cut; the message is always sent. `origin` is the server's public
 * address.
 */
export function messageBytes(message: PushMessage, wording: Wording, origin: string): Uint8Array {
  const words = wordsOf(message, wording)
  const title = cut(words.title, LONGEST_TITLE)
  for (let longest = LONGEST_BODY; ; longest = Math.floor(longest / 2)) {
    const bytes = Buffer.from(
      JSON.stringify({
        web_push: 8030,
        mutable: true,
        notification: {
          title,
          body: cut(words.body, longest),
          lang: language().tag,
          tag: message.tag,
          navigate: new URL(message.path, origin).href,
          silent: message.silent,
          renotify: message.renotify,
          data: {
            id: message.id,
            kind: message.kind,
            user: message.user,
            ...(message.person === undefined ? {} : { person: message.person }),
            ...(message.whose === undefined ? {} : { whose: whoseOf(message.whose, wording) }),
            wording,
            slotIds: message.slotIds.slice(0, MOST_SLOTS),
          },
        },
      }),
    )
    if (bytes.length <= LONGEST_MESSAGE || longest === 0) return bytes
  }
}

const wordsOf = (message: PushMessage, wording: Wording): { title: string; body: string } =>
  wording === 'full'
    ? message
    : { title: discreetTitle(initialFor(message.whose ?? null)), body: message.discreetBody ?? '' }

/** Discreetly, nothing of the name but its initial. */
const whoseOf = ({ name, colour }: NoticePerson, wording: Wording) => ({
  ...(wording === 'full' ? { name } : {}),
  initial: initialOf(name),
  colour,
})

/** Cuts a text to at most this many characters, never in the middle of one. */
function cut(text: string, longest: number): string {
  if (text.length <= longest) return text
  const characters = [...text]
  if (characters.length <= longest) return text
  return longest === 0
    ? ''
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
}
