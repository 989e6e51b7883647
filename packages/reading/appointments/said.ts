import type { Read } from '../words/read.ts'

/** A name, place, specialty or phone number, and whether it is certain that it is one and where it begins and ends. */
export interface Said extends Read<string> {
  isSure: boolean
}

/** Returns what is its own words. */
export const saidAt = (words: string, at: number, isSure: boolean): Said => ({ value: words, words, at, isSure })

/** A name that a text begins with, or ends with, and whether it is certain how far it goes. */
export interface Name {
  name: string
  isSure: boolean
}
