import { Dexie, RangeSet } from 'dexie'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { insightsOf, insightsRange } from '#domain/insights/insights.ts'
import { NOTHING_LOGGED } from '#domain/schedule/version-timetables.ts'
import { at, day, SYDNEY, sampleMedication } from '#domain/testing/samples.ts'
import { testDevice } from '#src/testing/device.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { keep, recall, versionOf } from './kept-insights.ts'

const ASKED = { ...insightsRange(day('2026-11-20')), zone: SYDNEY }
const medications = [sampleMedication()]
const input = { medications, events: [], log: NOTHING_LOGGED, zone: SYDNEY, now: at('2026-11-20 12:00') }
const KNOWN = { ...input, insights: insightsOf(input) }

const keepNow = (database: string) => keep(database, versionOf(database), ASKED, KNOWN)

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

describe('insights that were computed before', () => {
  it('are shown again for the same person, dates and zone', () => {
    keepNow('dosewell-a')
    expect(recall('dosewell-a', ASKED)).toBe(KNOWN)
    expect(recall('dosewell-b', ASKED)).toBeNull()
    expect(recall('dosewell-a', { ...ASKED, zone: 'UTC' })).toBeNull()
    expect(recall('dosewell-a', { ...ASKED, ...insightsRange(day('2026-11-23')) })).toBeNull()
  })

  it.each(['doseEvents/', 'doseEvents/snapshot.date', 'medications/'])('are forgotten after a change of %s', (part) => {
    keepNow('dosewell-a')
    Dexie.on.storagemutated.fire({ [`idb://dosewell-b/${part}`]: new RangeSet() })
    Dexie.on.storagemutated.fire({ 'idb://dosewell-a/outbox/': new RangeSet() })
    expect(recall('dosewell-a', ASKED)).toBe(KNOWN)
    Dexie.on.storagemutated.fire({ [`idb://dosewell-a/${part}`]: new RangeSet() })
    expect(recall('dosewell-a', ASKED)).toBeNull()
  })

  it('are forgotten when anything may have changed, and after a while', () => {
    keepNow('dosewell-a')
    Dexie.on.storagemutated.fire({ all: new RangeSet() })
    expect(recall('dosewell-a', ASKED)).toBeNull()
    keepNow('dosewell-a')
    vi.advanceTimersByTime(5 * 60_000)
    expect(recall('dosewell-a', ASKED)).toBeNull()
  })

  it('are not kept if something changed while they were computed', () => {
    const version = versionOf('dosewell-a')
    Dexie.on.storagemutated.fire({ 'idb://dosewell-a/doseEvents/': new RangeSet() })
    keep('dosewell-a', version, ASKED, KNOWN)
    expect(recall('dosewell-a', ASKED)).toBeNull()
  })

  it('are forgotten after a write of the database itself', async () => {
    vi.useRealTimers()
    const { db } = await testDevice()
    keepNow(db.name)
    await db.medications.put(sampleMedication())
    await vi.waitFor(() => expect(recall(db.name, ASKED)).toBeNull(), PATIENTLY)
  })
})
