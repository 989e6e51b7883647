/** What became of one write that a device reported as saved. */
type Fate = 'waiting' | 'acknowledged' | 'given up'

/** Every write that one device ever saved, so that none can vanish unnoticed. */
export interface Diary {
  saved(keys: readonly string[]): void
  acknowledged(key: string): void
  /** Records that the user discarded it, replaced it with another write, or signed out. */
  givenUp(keys: readonly string[]): void
  /** Records that, under "Needs attention", the user gave up everything about this record. */
  gaveUpRecord(id: string): void
  recordsGivenUp: ReadonlySet<string>
  /** Returns the keys that must still be in the outbox. */
  waiting(): string[]
  acknowledgedKeys(): string[]
}

export function createDiary(): Diary {
  const fates = new Map<string, Fate>()
  const recordsGivenUp = new Set<string>()
  const withFate = (wanted: Fate) => [...fates].filter(([, fate]) => fate === wanted).map(([key]) => key)
  return {
    saved: (keys) => {
      for (const key of keys) fates.set(key, 'waiting')
    },
    acknowledged: (key) => fates.set(key, 'acknowledged'),
    givenUp: (keys) => {
      for (const key of keys) if (fates.get(key) === 'waiting') fates.set(key, 'given up')
    },
    gaveUpRecord: (id) => void recordsGivenUp.add(id),
    recordsGivenUp,
    waiting: () => withFate('waiting'),
    acknowledgedKeys: () => withFate('acknowledged'),
  }
}
