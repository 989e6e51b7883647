import { type Message, msg } from '#domain/language/message.ts'
import { ended } from '#domain/language/sentences.ts'
import { t } from '#domain/language/translate.ts'
import { type Capabilities, RECORDING_SECONDS } from '#domain/protocol/voice.ts'
import { RECOGNISER_LABELS } from '#src/session/dictation/microphone-text.ts'
import type { Dictated } from '#src/session/dictation/use-dictation.ts'
import type { Listening } from '#src/session/dictation/use-listener.ts'
import { KEYBOARD, type Listener, type Possible, whyNotServer } from '#src/session/dictation/who-listens.ts'

/** What is being added, according to the query parameter `type` (specification, section 2). */
export const SUBJECTS = ['medication', 'appointment'] as const
export type Subject = (typeof SUBJECTS)[number]
export const SUBJECT_LABELS: Record<Subject, Message> = {
  medication: msg('Medication'),
  appointment: msg('Doctor Appointment'),
}
export const ADD_LABELS: Record<Subject, Message> = {
  medication: msg('Add Medication from Voice'),
  appointment: msg('Add Appointment from Voice'),
}

/** Returns medication, unless the address says otherwise. */
export const subjectOf = (type: string | null): Subject => (type === 'appointment' ? type : 'medication')

/** Returns `0:07`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Returns how long a recording may be, as a sentence. */
export const limitText = (): string =>
  t('A recording ends by itself after {count, plural, one {# minute} other {# minutes}}.', {
    count: RECORDING_SECONDS / 60,
  })

/** Returns what happens to what is said, and who hears it. */
export function listenerText(
  listener: Listener,
  server: Possible['server'],
  recordings: Capabilities['recordings'],
): string {
  const isOffline = server === null
  switch (listener) {
    case 'server':
      return recordings === 'wav'
        ? t('Your recording goes to this server, which writes it down by itself. It is not kept.')
        : t('Your recording goes to this server, whose speech service writes it down. It is not kept.')
    case 'device':
      return isOffline
        ? t('There is no connection. This browser writes down what you say; the sound stays on this device.')
        : t(
            'This server cannot turn speech into text. This browser writes down what you say; the sound stays on this device.',
          )
    case 'browser':
      return isOffline
        ? t('There is no connection. This browser writes down what it can.')
        : t('This server cannot turn speech into text. This browser writes down what you say.')
  }
}

/** Returns why a recording would be useless, and what helps. */
export function inVainText({ possible, isOffered }: Pick<Listening, 'possible' | 'isOffered'>): [string, string] {
  const help = isOffered ? t('Let this browser write it down, or type instead.') : t('You can type instead.')
  return [ended(whyNotServer(possible.server)), `${help} ${t(KEYBOARD)}`]
}

/** Returns why there is no text, for the toast 'Transcription failed'; undefined if its title says it all. */
export function failureText(dictated: Extract<Dictated, { kind: 'nothing' }>): string | undefined {
  switch (dictated.why) {
    case 'too-short':
      return t('That was too short. Press the microphone, speak, then press Stop.')
    case 'no-words':
      return t('No words could be heard. Please try again, or type instead.')
    case 'no-connection':
      return t('There is no connection to the server. Please type instead.')
    case 'refused':
      return dictated.sentence ?? undefined
    case 'undecodable':
      return t('This browser cannot read its own recording. Please type instead.')
    default:
      return t(RECOGNISER_LABELS[dictated.why])
  }
}

/** Joins the earlier text and what was said now. */
export const joinedText = (before: string, said: string): string =>
  before.trim() === '' ? said : `${before.trimEnd()} ${said}`

/** Returns what to do about a text with that many characters too many: nothing of it is cut. */
export const tooLongText = (excess: number): string =>
  t('This is {count, plural, one {# character} other {# characters}} too long. Shorten it, or add it in two parts.', {
    count: excess,
  })

/** Returns `1×`, `0.25×`. */
export const speedText = (speed: number): string => `${speed}×`
