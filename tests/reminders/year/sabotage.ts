/**
 * What may be broken on purpose, to check that the reckoning notices:
 * - `pushes are lost`: the push service accepts messages and delivers none
 * - `looks are left out`: the server skips every second stage that is due
 * - `the log forgets`: a device does not remember what it announced
 * - `doses are misdated`: the server stores what is taken with an instant 17 minutes off
 */
export type Sabotage = 'pushes are lost' | 'looks are left out' | 'the log forgets' | 'doses are misdated'
