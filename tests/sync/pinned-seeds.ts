/**
 * Seeds that once failed, with what they found. They are played in every run. A change of the script's generator gives a
 * seed another trace: then it proves nothing any more, but the unit test of its rule still does.
 */
export const PINNED: readonly { seed: string; why: string }[] = [
  { seed: '5', why: 'S6.1 a poke brought the page back before Retry-After had passed' },
  {
    seed: '464',
    why: 'S3.2 an old list took acknowledged doses away, and the cursor never brought them back',
  },
  { seed: '1176', why: 'S3.4 doses of a medication that came and went between two lists stayed' },
  {
    seed: '27',
    why: 'S6.4 a dose in one batch with its refused medication was refused too, instead of waiting',
  },
  { seed: '138', why: 'S2.2 a stale tab sent an entry again that was on its way' },
  { seed: '389', why: 'S1.1 a phone in 1970 reported as saved what could be neither shown nor sent' },
  {
    seed: '2861',
    why: 'S11.2 an account without a write in the snapshot: the next restore named its lost commits as common',
  },
  { seed: '273', why: 'S9.2 an old list from a cache was taken for what a poke told of' },
  { seed: '4590', why: 'S3.1 what waited for an addition that was discarded with "move" stayed in the view' },
]
