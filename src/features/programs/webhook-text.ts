import { dayText } from '#domain/doses/dose-text.ts'
import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { Webhook, WebhookEvent } from '#domain/protocol/webhooks.ts'

/** What each webhook is told about. */
export const EVENT_TEXTS: Record<WebhookEvent, Message> = {
  doses: msg('Logged doses'),
  medications: msg('Medicines'),
  appointments: msg('Appointments'),
  supply: msg('Supply'),
}

/** Returns how the last call of a webhook went. Days are those of the zone. */
export function lastCallText(
  { lastAt, lastStatus, endedAt }: Pick<Webhook, 'lastAt' | 'lastStatus' | 'endedAt'>,
  { zone, now }: { zone: string; now: number },
): string {
  if (endedAt !== null) return t('Given up, because nothing arrived. End it and add it again.')
  if (lastAt === null) return t('Not called yet')
  const dateOf = (instant: Instant) => localAt(msOf(instant), zone).date
  const day = dayText(dateOf(lastAt), localAt(now, zone).date)
  if (lastStatus === null) return t('Last call: {day}, no answer. It is tried again.', { day })
  if (lastStatus >= 200 && lastStatus < 300) return t('Last call: {day}, it arrived', { day })
  return t('Last call: {day}, the answer was {status}. It is tried again.', { day, status: String(lastStatus) })
}
