/**
 * What may be broken on purpose, to see that the reckoning notices:
 * - `pushes are lost`: the push service takes messages and hands none over
 * - `looks are left out`: the server does not look at every second stage that is due
 * - `the log forgets`: a device does not remember what it announced
 */
export type Sabotage = 'pushes are lost' | 'looks are left out' | 'the log forgets'
