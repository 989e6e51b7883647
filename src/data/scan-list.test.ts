import { describe, expect, it } from 'vitest'
import type { PrescriptionId } from '#domain/lib/ids.ts'
import { readHistory } from '#domain/protocol/prescriptions.ts'
import { sampleId, samplePrescription } from '#domain/testing/samples.ts'
import type { SyncAnswer, SyncRequest } from '#src/sync/ports.ts'
import { listPass } from '#src/sync/upload-queue.ts'
import { testDevice, USER } from '#src/testing/device.ts'
import { createSyncStore } from './sync-store.ts'
import { createScanStore, forgetScan, readScanHistory } from './upload-queue.ts'

const first = samplePrescription({ id: sampleId<PrescriptionId>(401) })
const second = samplePrescription({ id: sampleId<PrescriptionId>(402) })

/** A device that gets these answers one after the other, with the requests it made. */
async function setUp() {
  const device = await testDevice()
  const asked: SyncRequest[] = []
  let isSignedIn = true
  let epochs = 0
  const hear = (said: (Partial<SyncAnswer> & { status: number }) | null) =>
    listPass(
      {
        store: createScanStore(device.db),
        transport: {
          send: async (request) => {
            asked.push(request)
            const silent = { body: null, protocol: 1, user: USER, seq: 1, epoch: null }
            return said && { ...silent, restoredSeq: null, etag: null, retryAfter: null, ...said }
          },
        },
        lock: {
          run: async (work) => {
            await work()
            return true
          },
        },
        user: USER,
        mayGoOn: async () => isSignedIn,
        onNewEpoch: () => {
          epochs += 1
        },
      },
      { path: '/api/prescriptions', read: readHistory },
    )
  return {
    ...device,
    asked,
    hear,
    list: (body: unknown, seq: number) => hear({ status: 200, body, seq, etag: `"${seq}"` }),
    read: () => readScanHistory(device.db),
    ids: async () => (await readScanHistory(device.db)).prescriptions.map(({ id }) => id),
    signOut: () => {
      isSignedIn = false
    },
    epochs: () => epochs,
  }
}

describe('S12.6 the history of scans on this device', () => {
  it('S12.6 is the list of the server, the newest first: what is missing was deleted, and what is unchanged is not sent', async () => {
    const device = await setUp()
    expect(await device.read()).toEqual({ prescriptions: [], isLoaded: false })
    expect(await device.list([first, second], 3)).toEqual({ kind: 'synced' })
    expect(await device.ids()).toEqual([second.id, first.id])
    expect(await device.hear({ status: 304, seq: 3 })).toEqual({ kind: 'synced' })
    expect(device.asked.map(({ etag }) => etag)).toEqual([null, '"3"'])
    await device.list([second], 4)
    expect(await device.read()).toEqual({ prescriptions: [second], isLoaded: true })
  })

  it('S12.6 stays when there is no answer, or none that can be read, or an older one', async () => {
    const device = await setUp()
    await device.list([first], 3)
    const later = { kind: 'temporary', after: null }
    expect(await device.hear(null)).toEqual(later)
    expect(await device.list([{ id: second.id }], 4)).toEqual(later)
    expect(await device.list('<html>', 4)).toEqual(later)
    expect(await device.list([second], 2)).toEqual(later)
    expect(await device.ids()).toEqual([first.id])
  })

  it('S12.6 the fields that the specification names are enough', async () => {
    const device = await setUp()
    const { scanType: _type, extractedMedications: _found, ...named } = first
    const found = { name: 'Zinc', dosage: '', frequency: '', instructions: '' }
    await device.list([{ ...named, extractedMedications: [found] }], 3)
    expect((await device.read()).prescriptions).toMatchObject([
      { id: first.id, scanType: 'prescription', extractedMedications: [found] },
    ])
  })

  it('S12.6 nothing is asked after a sign-out, and what was deleted here is gone before the next list', async () => {
    const device = await setUp()
    await device.list([first, second], 3)
    await forgetScan(device.db, first.id)
    expect(await device.ids()).toEqual([second.id])
    device.signOut()
    expect(await device.list([first], 4)).toEqual({ kind: 'gate', gate: 'signed-out' })
    expect(device.asked).toHaveLength(1)
  })

  it('S11.4 of another epoch nothing is taken over before the main lane has; then the list is asked for anew', async () => {
    const device = await setUp()
    const store = createSyncStore(device.db, device.source)
    await store.rememberEpoch('first')
    await device.list([first, second], 9)
    const restored = { status: 200, body: [first], seq: 2, etag: '"2"', epoch: 'second' }
    expect(await device.hear(restored)).toEqual({ kind: 'temporary', after: null })
    expect([await device.ids(), device.epochs()]).toEqual([[second.id, first.id], 1])
    await store.startEpoch({ epoch: 'second', restoredSeq: 2 })
    expect(await device.read()).toMatchObject({ isLoaded: true })
    expect(await device.hear(restored)).toEqual({ kind: 'synced' })
    expect(device.asked.at(-1)).toMatchObject({ etag: null, epoch: 'second' })
    expect(await device.ids()).toEqual([first.id])
  })
})
