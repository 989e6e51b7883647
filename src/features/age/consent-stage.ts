import { t } from '#domain/language/translate.ts'
import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate, formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ParentalConsent } from '#domain/records/user.ts'

/** How far the request to a parent has got, as this device last learned. */
export type ConsentStage =
  | { kind: 'not-asked' }
  /** A link has been sent to them. */
  | { kind: 'waiting'; email: string; until: string }
  /** The child has to act, and why. */
  | { kind: 'ask-again'; title: string; sentence: string; email: string }

/**
 * Returns the stage at `now` (ms). The server's state is stored with the known user, so that a refusal is known offline
 * too, and a link expires by the device's clock.
 */
export function consentStageOf(consent: ParentalConsent | null | undefined, now: number, zone: string): ConsentStage {
  if (!consent) return { kind: 'not-asked' }
  const { state, email } = consent
  const dayOf = (instant: Instant) => formatDate(localAt(msOf(instant), zone).date)
  const [at, until] = [dayOf(consent.at), dayOf(consent.until)]
  switch (state) {
    case 'asked': {
      if (now < msOf(consent.until)) {
        const { time } = localAt(msOf(consent.until), zone)
        return { kind: 'waiting', email, until: t('{date} at {time}', { date: until, time: formatTime12(time) }) }
      }
      return {
        kind: 'ask-again',
        title: t('The link has expired'),
        sentence: t(
          'The link that was sent to {email} worked until {until}, and nobody has answered. You can send a new one.',
          { email, until },
        ),
        email,
      }
    }
    case 'declined':
      return {
        kind: 'ask-again',
        title: t('Consent was declined'),
        sentence: t(
          '{email} declined on {at}. You can ask again, or ask another parent or guardian. Without consent your account is erased on {until}.',
          { email, at, until },
        ),
        email: '',
      }
    case 'withdrawn':
      return {
        kind: 'ask-again',
        title: t('Consent was withdrawn'),
        sentence: t(
          '{email} withdrew their consent on {at}. What you entered is locked and no reminders are sent. If nobody agrees again, it is erased with your account on {until}.',
          { email, at, until },
        ),
        email: '',
      }
  }
}

/** Returns the newer of two states from the server. */
export function newerConsent(
  one: ParentalConsent | null,
  other: ParentalConsent | null | undefined,
): ParentalConsent | null {
  if (!one || !other) return one ?? other ?? null
  return one.at > other.at ? one : other
}
