/** A part of a text about a visit that speaks of something else. */
export interface Aside {
  from: number
  to: number
  of: Event
}

/** `past`, `cancelled` and `preparation` give the visit no date and no time; what is on the `way` or of a `call` only where nothing else does. */
export type Event = 'past' | 'cancelled' | 'preparation' | 'way' | 'call'

/** What opens such a part, and what ends it. */
export interface Kind {
  opens: RegExp
  closes: RegExp
  of: Event
}
