import type { SyncPhase } from '#src/session/session.ts'

const GATES = {
  'signed-out': ['You are signed out.', 'Sign in again and everything is sent automatically.'],
  age: ['Your age is not verified yet.', 'Everything is sent once it is.'],
  consent: ['A parent or guardian has not agreed yet.', 'Everything is sent once they do.'],
  'wrong-user': ['Someone else is signed in to this browser.', 'Sign in as yourself and everything is sent.'],
  update: ['This version of Dosewell is too old for the server.', 'Reload the page to get the new one.'],
  'account-gone': ['This account was deleted.', 'Nothing more can be sent.'],
  'person-unknown': [
    'The server does not know this person at the moment.',
    'What waits stays here and is sent when it does.',
  ],
  'person-gone': ['This person was deleted, or is no longer shared with you.', 'Nothing more can be sent.'],
} as const

/** Returns why what waits is not being sent right now; null if it is. First the fact, then its consequence. */
export function pauseText(phase: SyncPhase): readonly [string, string] | null {
  if (phase.kind === 'unreachable') {
    return ['No connection. Everything still works.', 'What waits goes out by itself when you’re back.']
  }
  return phase.kind === 'gate' ? GATES[phase.gate] : null
}

/** Returns the line under the title: "1 thing needs you, 3 changes wait to sync". */
export function countText(attention: number, waiting: number): string {
  const parts = [
    ...(attention > 0 ? [attention === 1 ? '1 thing needs you' : `${attention} things need you`] : []),
    ...(waiting > 0 ? [waiting === 1 ? '1 change waits to sync' : `${waiting} changes wait to sync`] : []),
  ]
  return parts.join(', ') || 'Everything is saved and synced'
}
