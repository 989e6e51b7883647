import * as z from 'zod/mini'
import type { SlotId, UserId } from '#domain/lib/ids.ts'
import { slotIdSchema } from '#domain/lib/ids-schema.ts'
import { PAGES } from '#domain/protocol/pages.ts'
import { pushReceiptBody, wordingSchema } from '#domain/protocol/push.ts'
import type { PushPayload } from '#domain/reminders/push-payload.ts'

/** The tag of a push without one; `renotify` and replacing need a tag. */
const PLAIN_TAG = 'dosewell'

const TITLE_LIMIT = 120
const BODY_LIMIT = 1000
const TAG_LIMIT = 64
const PATH_LIMIT = 300
/** One character for a reader may be many: a family is an emoji of seven code points. */
const INITIAL_LIMIT = 32

const words = (limit: number) =>
  z.pipe(
    z.string(),
    z.transform((text) => text.trim().slice(0, limit)),
  )

const id = z.catch(z.nullable(z.string().check(z.maxLength(64))), null)

const notificationSchema = z.object({
  title: words(TITLE_LIMIT),
  body: z.catch(words(BODY_LIMIT), ''),
  tag: z.catch(words(TAG_LIMIT), ''),
  navigate: z.catch(z.string(), ''),
  data: z.catch(
    z.object({
      slotIds: z.catch(z.array(z.unknown()).check(z.maxLength(200)), []),
      user: id,
      person: id,
      whose: z.catch(z.nullable(z.object({ initial: words(INITIAL_LIMIT) })), null),
      id: z.catch(z.nullable(pushReceiptBody.shape.id), null),
      kind: z.catch(z.enum(['reminder', 'early', 'settled', 'test', 'visit', 'supply', 'missed']), 'reminder'),
      wording: z.catch(z.nullable(wordingSchema), null),
    }),
    { slotIds: [], user: null, person: null, whose: null, id: null, kind: 'reminder', wording: null },
  ),
  silent: z.catch(z.boolean(), false),
})

/** Declarative Web Push (WebKit, W3C Push API draft): `web_push` is 8030 and the notification is a separate object. */
const declarativeSchema = z.object({ web_push: z.literal(8030), notification: notificationSchema })

/**
 * Reads the text of a push: Declarative Web Push, or plain `{ title, body, tag }`. Returns null for anything else
 * (empty, not JSON, no title). Never throws.
 * @param origin this app's origin: a `navigate` that leads elsewhere is not followed
 */
export function parsePush(text: string | null, origin: string): PushPayload | null {
  if (text === null) return null
  const json = parseJson(text)
  const declarative = declarativeSchema.safeParse(json)
  const plain = declarative.success ? null : notificationSchema.safeParse(json)
  const notification = declarative.success ? declarative.data.notification : plain?.data
  if (!notification || notification.title === '') return null
  const { title, body, data, silent } = notification
  const tag = notification.tag || PLAIN_TAG
  const slotIds = data.slotIds.flatMap(asSlotId)
  return {
    title,
    body,
    tag,
    path: pathOf(notification.navigate, origin),
    slotIds: slotIds.length > 0 ? slotIds : asSlotId(tag),
    user: data.user as UserId | null,
    person: data.person as UserId | null,
    initial: data.whose?.initial || null,
    id: data.id,
    kind: data.kind,
    silent,
    wording: data.wording,
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function asSlotId(value: unknown): SlotId[] {
  const parsed = slotIdSchema.safeParse(value)
  return parsed.success ? [parsed.data] : []
}

/** Returns path and query of an address in this app; the home page for any other address, and for API calls. */
function pathOf(address: string, origin: string): string {
  if (address === '' || !URL.canParse(address, origin)) return PAGES.home
  const url = new URL(address, origin)
  const path = `${url.pathname}${url.search}`
  const ours = url.origin === origin && !/^\/api(\/|$)/.test(url.pathname) && path.length <= PATH_LIMIT
  // Used without the origin, "//host" would be an address on another host.
  return ours && !path.startsWith('//') ? path : PAGES.home
}
