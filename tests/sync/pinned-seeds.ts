/**
 * Seeds that once failed, with what they found. They are played in every run. A change of the script's generator gives a
 * seed another trace: then it proves nothing any more, but the unit test of its rule still does.
 */
export const PINNED: readonly { seed: string; why: string }[] = [
  { seed: '8', why: 'S6.1 a poke brought the page back before Retry-After had passed' },
  { seed: '0', why: 'S3.2 an old list from a cache took acknowledged doses away for good' },
]
