import { type Instant, msOf } from '#domain/lib/instant.ts'
import { formatDate, formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import type { ParentalConsent } from '#domain/records/user.ts'

/** Where asking a parent stands, as this device last heard. */
export type ConsentStage =
  | { kind: 'not-asked' }
  /** A link is with them. */
  | { kind: 'waiting'; email: string; until: string }
  /** It is the child's to act, and why. */
  | { kind: 'ask-again'; title: string; sentence: string; email: string }

/**
 * The stage at `now` (ms). The server's word is kept with the known user, so that a refusal is known without a network
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
        return { kind: 'waiting', email, until: `${until} at ${formatTime12(time)}` }
      }
      return {
        kind: 'ask-again',
        title: 'The link has expired',
        sentence: `The link that was sent to ${email} worked until ${until}, and nobody has answered. You can send a new one.`,
        email,
      }
    }
    case 'declined':
      return {
        kind: 'ask-again',
        title: 'Consent was declined',
        sentence: `${email} declined on ${at}. You can ask again, or ask another parent or guardian. Without consent your account is erased on ${until}.`,
        email: '',
      }
    case 'withdrawn':
      return {
        kind: 'ask-again',
        title: 'Consent was withdrawn',
        sentence: `${email} withdrew their consent on ${at}. What you entered is locked and no reminders are sent. If nobody agrees again, it is erased with your account on ${until}.`,
        email: '',
      }
  }
}

/** The newer of two words of the server. */
export function newerConsent(
  one: ParentalConsent | null,
  other: ParentalConsent | null | undefined,
): ParentalConsent | null {
  if (!one || !other) return one ?? other ?? null
  return one.at > other.at ? one : other
}
