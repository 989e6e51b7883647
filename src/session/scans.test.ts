import { describe, expect, it, vi } from 'vitest'
import { newId, type PrescriptionId, type UserId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import type { Prescription } from '#domain/records/prescription.ts'
import { createDatabase } from '#src/data/database.ts'
import type { KeptScan } from '#src/data/stored-rows.ts'
import { keepScan, readKeptScans } from '#src/data/upload-queue.ts'
import type { ScanAnswer } from '#src/platform/scan-calls.ts'
import { ownData, type Whose } from '#src/platform/whose.ts'
import { testSource } from '#src/testing/device.ts'
import { deliverScans } from './scans.ts'

const source = testSource()
const ME = ownData(newId<UserId>(source))

async function device(count: number) {
  const db = createDatabase(newId<UserId>(source))
  await db.open()
  for (let made = 0; made < count; made += 1) {
    await keepScan(db, {
      id: newId<PrescriptionId>(source),
      scanType: 'prescription',
      uploadMethod: 'camera',
      createdAt: toInstant(source.now()),
      image: new Blob(['x']),
      problem: null,
    })
  }
  const [first, second, third] = await readKeptScans(db)
  return { db, first, second, third }
}

const refused = (isFinal: boolean): ScanAnswer => ({
  kind: 'refused',
  status: isFinal ? 422 : 503,
  message: 'No.',
  isFinal,
})
const read = (scan: KeptScan): ScanAnswer => ({ kind: 'read', prescription: { id: scan.id } as Prescription })

describe('pictures that were kept', () => {
  it('are read in their order; what the server will never take stays with its sentence, and is not sent again', async () => {
    const { db, first, second, third } = await device(3)
    const sent = vi.fn((_whose: Whose, scan: KeptScan) => ({
      answer: Promise.resolve(scan.id === second?.id ? refused(true) : read(scan)),
    }))
    expect((await deliverScans(db, ME, sent)).map(({ id }) => id)).toEqual([first?.id, third?.id])
    expect(await readKeptScans(db)).toMatchObject([{ id: second?.id, problem: 'No.' }])
    sent.mockClear()
    expect(await deliverScans(db, ME, sent)).toEqual([])
    expect(sent).not.toHaveBeenCalled()
    db.close()
  })

  it.each([[{ kind: 'no-answer' } as const], [refused(false)]])(
    'wait when the server answers %j, and the rest is not tried',
    async (answer) => {
      const { db } = await device(2)
      const sent = vi.fn(() => ({ answer: Promise.resolve<ScanAnswer>(answer) }))
      expect(await deliverScans(db, ME, sent)).toEqual([])
      expect(sent).toHaveBeenCalledTimes(1)
      expect(await readKeptScans(db)).toMatchObject([{ problem: null }, { problem: null }])
      db.close()
    },
  )
})
