import { describe, expect, it } from 'vitest'
import { newMedication, serverRecord, testDevice } from '#src/testing/device.ts'
import { createSyncStore } from './sync-store.ts'
import { countUnsent, hasUndelivered } from './unsent.ts'

describe('what a device still has to send', () => {
  it('S11.5 what a restored server has not been given back counts, so that no sign-out loses it unasked', async () => {
    const { db, source } = await testDevice()
    const store = createSyncStore(db, source)
    const records = ['Metformin', 'Apixaban'].map((name) => serverRecord(newMedication(source, { name })))
    await store.replaceList('medications', records, { etag: '"5"', seq: 5 })
    expect([await countUnsent(db), await hasUndelivered(db)]).toEqual([0, false])
    await store.startEpoch({ epoch: 'second', restoredSeq: 1 })
    expect([await countUnsent(db), await hasUndelivered(db)]).toEqual([2, true])
  })
})
