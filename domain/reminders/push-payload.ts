import type { SlotId, UserId } from '../lib/ids.ts'
import type { Wording } from '../protocol/push.ts'

/** The content of a push after validation; all of it came from outside. */
export interface PushPayload {
  title: string
  body: string
  tag: string
  /** Path and query in this app. */
  path: string
  /** The doses it is about, if it names any. */
  slotIds: SlotId[]
  /** The account that it is for; null if the push does not say. */
  user: UserId | null
  /** Whose data it is about, and their initial; null for the account's own person. */
  person: UserId | null
  initial: string | null
  /** The id for its receipt; null if the push wants none. */
  id: string | null
  kind: 'reminder' | 'early' | 'settled' | 'test' | 'visit' | 'supply' | 'missed'
  /** Replaces what is shown, without a sound. */
  silent: boolean
  /** How much it may say on a locked screen; null if the push does not specify it. */
  wording: Wording | null
}

/** Returns whether a push only replaces what is shown, by something that this device does not know yet. */
export const isNews = ({ silent, kind }: Pick<PushPayload, 'silent' | 'kind'>): boolean => silent && kind !== 'early'

/** The kinds that are shown as received: about supplies (R10.5), and to a helper (R11.3). */
const AS_RECEIVED: readonly PushPayload['kind'][] = ['supply', 'missed']

/** Returns whether a push is shown as received, and every reminder is left to another one. */
export const claimsNothing = (payload: PushPayload): boolean => AS_RECEIVED.includes(payload.kind) || isNews(payload)
