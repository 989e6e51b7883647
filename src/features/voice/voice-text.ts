import { RECORDING_SECONDS } from '#domain/protocol/voice.ts'
import type { Dictated } from '#src/session/dictation/use-dictation.ts'

/** What is being added, according to the query parameter `type` (specification, section 2). */
export const SUBJECTS = ['medication', 'appointment'] as const
export type Subject = (typeof SUBJECTS)[number]
export const SUBJECT_LABELS: Record<Subject, string> = {
  medication: 'Medication',
  appointment: 'Doctor Appointment',
}
export const ADD_LABELS: Record<Subject, string> = {
  medication: 'Add Medication from Voice',
  appointment: 'Add Appointment from Voice',
}

/** Returns medication, unless the address says otherwise. */
export const subjectOf = (type: string | null): Subject => (type === 'appointment' ? type : 'medication')

/** Returns `0:07`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export const LIMIT_LABELS = `A recording ends by itself after ${RECORDING_SECONDS / 60} minutes.`

/** Who would transcribe, before anything is recorded. */
export interface Listeners {
  /** Undefined while it is being fetched, null if the server cannot be reached. */
  canServer: boolean | null | undefined
  /** The browser transcribes; null until known. */
  canBrowser: boolean | null
  /** The browser could, once the user agrees. */
  mayAgree: boolean
}

/** Returns what happens to a recording; null while that is unknown, and if nothing would transcribe it. */
export function listenerText({ canServer, canBrowser }: Listeners): string | null {
  switch (canServer) {
    case undefined:
      return null
    case true:
      return 'Your recording goes to this server, whose speech service writes it down. It is not kept.'
    case false:
      return canBrowser ? 'This server cannot turn speech into text. This browser writes down what you say.' : null
    case null:
      return canBrowser ? 'There is no connection. This browser writes down what it can.' : null
  }
}

/**
 * Returns why a recording would be useless, and what helps; null if something transcribes it, and while that is
 * unknown.
 */
export function inVainText({ canServer, canBrowser, mayAgree }: Listeners): string[] | null {
  if (canServer === undefined || canServer || canBrowser !== false) return null
  const why =
    canServer === null
      ? 'There is no connection, so nothing can be written down now.'
      : 'This server cannot turn speech into text.'
  return [why, mayAgree ? 'Let this browser write it down, or type instead.' : 'You can type instead.']
}

/** Returns why there is no text, for the toast 'Transcription failed'; undefined if its title says it all. */
export function failureText(dictated: Extract<Dictated, { kind: 'nothing' }>): string | undefined {
  switch (dictated.why) {
    case 'too-short':
      return 'That was too short. Press the microphone, speak, then press Stop.'
    case 'no-words':
      return 'No words could be heard. Please try again, or type instead.'
    case 'no-connection':
      return 'There is no connection to the server. Please type instead.'
    case 'refused':
      return dictated.sentence ?? undefined
  }
}

/** Joins the earlier text and what was said now. */
export const joinedText = (before: string, said: string): string =>
  before.trim() === '' ? said : `${before.trimEnd()} ${said}`

/** Returns `1×`, `0.25×`. */
export const speedText = (speed: number): string => `${speed}×`
