import { msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import { inRow } from '#domain/lib/text.ts'
import type { SyncPhase } from '#src/session/session.ts'

const GATES = {
  'signed-out': [msg('You are signed out.'), msg('Sign in again and everything is sent automatically.')],
  age: [msg('Your age is not verified yet.'), msg('Everything is sent once it is.')],
  consent: [msg('A parent or guardian has not agreed yet.'), msg('Everything is sent once they do.')],
  'wrong-user': [msg('Someone else is signed in to this browser.'), msg('Sign in as yourself and everything is sent.')],
  update: [msg('This version of Dosewell is too old for the server.'), msg('Reload the page to get the new one.')],
  'account-gone': [msg('This account was deleted.'), msg('Nothing more can be sent.')],
  'person-unknown': [
    msg('The server does not know this person at the moment.'),
    msg('What waits stays here and is sent when it does.'),
  ],
  'person-gone': [msg('This person was deleted, or is no longer shared with you.'), msg('Nothing more can be sent.')],
} as const

/** Returns why what waits is not being sent right now; null if it is. First the fact, then its consequence. */
export function pauseText(phase: SyncPhase): readonly [string, string] | null {
  if (phase.kind === 'unreachable') {
    return [t('No connection. Everything still works.'), t('What waits goes out by itself when you’re back.')]
  }
  if (phase.kind !== 'gate') return null
  const [fact, consequence] = GATES[phase.gate]
  return [t(fact), t(consequence)]
}

/** Returns the line under the title: "1 thing needs you, 3 changes wait to sync". */
export function countText(attention: number, waiting: number): string {
  const parts = [
    ...(attention > 0
      ? [t('{count, plural, one {# thing needs you} other {{count} things need you}}', { count: attention })]
      : []),
    ...(waiting > 0
      ? [t('{count, plural, one {# change waits to sync} other {{count} changes wait to sync}}', { count: waiting })]
      : []),
  ]
  return inRow(parts) || t('Everything is saved and synced')
}
