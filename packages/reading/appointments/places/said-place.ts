import type { Read } from '../../words/read.ts'

/** A place, and whether its ending is one of the specification and it is certain where its name begins. */
export interface SaidLocation extends Read<string> {
  isSure: boolean
}

/** A place whose value is its words. */
export const placeAt = (name: string, at: number, isSure: boolean): SaidLocation => ({
  value: name,
  words: name,
  at,
  isSure,
})
