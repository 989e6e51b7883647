/** In local storage while an account's first reminder is still to be proven on this device. */
export const FIRST_RUN_KEY = 'first-run'
