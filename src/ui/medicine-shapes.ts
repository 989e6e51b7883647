/** What a medicine can look like, on screen and on paper. */

/** The outline of each shape, in a square of 24. */
export const OUTLINES = {
  round: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18Z',
  oval: 'M12 6c6 0 10 2.7 10 6s-4 6-10 6-10-2.7-10-6 4-6 10-6Z',
  capsule: 'M7 7h10a5 5 0 0 1 0 10H7A5 5 0 0 1 7 7Z',
  square: 'M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z',
  diamond: 'M12 2.5 21.5 12 12 21.5 2.5 12Z',
  triangle: 'M12 3.5 21.5 20h-19Z',
  drop: 'M12 2.5c4 5 7 8 7 11.5a7 7 0 0 1-14 0C5 10.5 8 7.5 12 2.5Z',
}

/** Colours of things, not of the interface: they are the same in every theme. */
export const FILLS = {
  white: '#ffffff',
  cream: '#f5e9c8',
  yellow: '#ffd84a',
  orange: '#f59a3c',
  pink: '#f7a8c0',
  red: '#d33c3c',
  purple: '#9a6bc9',
  blue: '#4f86d9',
  green: '#58a668',
  brown: '#8a5a3b',
  grey: '#9aa0a6',
  black: '#2b2b2b',
} as const
