/**
 * What may be broken on purpose, to check that the reckoning notices:
 * - `pushes are lost`: the push service accepts messages and delivers none
 * - `looks are left out`: the server skips every second stage that is due
 * - `the log forgets`: a device does not remember what it announced
 */
export type Sabotage = 'pushes are lost' | 'looks are left out' | 'the log forgets'
