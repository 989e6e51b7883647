import { Dexie, liveQuery, type ObservabilitySet } from 'dexie'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Instant } from '#domain/lib/instant.ts'
import { day, SYDNEY } from '#domain/testing/samples.ts'
import { addCommand, extraDose, newMedication, testDevice } from '#src/testing/device.ts'
import { PATIENTLY } from '#tests/support/wait.ts'
import { readDoseViews } from './reads.ts'
import { write } from './write.ts'

async function deviceWithMedication() {
  const device = await testDevice()
  const medication = newMedication(device.source)
  await write(device, [addCommand(medication)])
  await device.db.outbox.clear()
  return { ...device, medication }
}

type Device = Awaited<ReturnType<typeof deviceWithMedication>>

const stored = async ({ db }: Device) => [await db.doseEvents.count(), await db.outbox.count()]

afterEach(() => vi.restoreAllMocks())

describe('S1 durable writes of doses', () => {
  it('S1.1 each dose is there with its entry, the entries in the order of the doses', async () => {
    const device = await deviceWithMedication()
    const doses = [1, 2, 3].map(() => extraDose(device.source, device.medication))
    const saved = await write(device, doses)
    const ids = doses.map(({ args }) => args.id)
    const entries = await device.db.outbox.orderBy('position').toArray()
    expect(entries.map(({ recordId }) => recordId)).toEqual(ids)
    expect(saved).toEqual({ ok: true, value: entries.map(({ key }) => key) })
    expect((await device.db.doseEvents.toArray()).map(({ id }) => id).sort()).toEqual([...ids].sort())
  })

  it('S1.2 a dose of a medication that is gone takes the others of the same write back', async () => {
    const device = await deviceWithMedication()
    const stranger = newMedication(device.source)
    const doses = [device.medication, stranger, device.medication]
    const saved = await write(
      device,
      doses.map((medication) => extraDose(device.source, medication)),
    )
    expect(saved).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(await stored(device)).toEqual([0, 0])
  })

  it('S1.2 a dose that the log cannot hold, from a clock beyond all years, takes the others of the same write back', async () => {
    const device = await deviceWithMedication()
    const possible = extraDose(device.source, device.medication)
    const beyond = extraDose(device.source, device.medication)
    const impossible = { ...beyond, args: { ...beyond.args, at: '+012026-11-20T08:00:00.000Z' as Instant } }
    expect(await write(device, [possible, impossible])).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(await stored(device)).toEqual([0, 0])
  })

  it('S1.1 a full disk leaves neither dose nor entry, and says so', async () => {
    const device = await deviceWithMedication()
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const saving = write(device, [extraDose(device.source, device.medication)])
    await expect(saving).rejects.toMatchObject({ name: 'QuotaExceededError' })
    expect(await stored(device)).toEqual([0, 0])
  })

  it('S1.1 a browser that takes the transaction back leaves neither dose nor entry', async () => {
    const device = await deviceWithMedication()
    const add = IDBObjectStore.prototype.add
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(function (this: IDBObjectStore, row) {
      const request = add.call(this, row)
      this.transaction.abort()
      return request
    })
    const saving = write(device, [extraDose(device.source, device.medication)])
    await expect(saving).rejects.toMatchObject({ name: 'AbortError' })
    expect(await stored(device)).toEqual([0, 0])
  })

  it('S8.3 after the database was closed nothing is written, and the writer hears of it', async () => {
    const device = await deviceWithMedication()
    device.db.close()
    const saving = write(device, [extraDose(device.source, device.medication)])
    await expect(saving).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  })
})

describe('what live queries hear of a dose', () => {
  it('those of this tab have it, and its entry', async () => {
    const device = await deviceWithMedication()
    const { db, source } = device
    const range = { from: day('2026-11-20'), to: day('2026-11-20'), zone: SYDNEY }
    const query = liveQuery(async () => ({
      doses: (await readDoseViews(db, range, source.now())).extras.map(({ id }) => id),
      waiting: (await db.outbox.toArray()).map(({ recordId }) => recordId),
    }))
    const answers: unknown[] = []
    const subscription = query.subscribe((answer) => answers.push(answer))
    await vi.waitFor(() => expect(answers).toEqual([{ doses: [], waiting: [] }]), PATIENTLY)
    const dose = extraDose(source, device.medication)
    await write(device, [dose])
    const { id } = dose.args
    await vi.waitFor(() => expect(answers.at(-1)).toEqual({ doses: [id], waiting: [id] }), PATIENTLY)
    subscription.unsubscribe()
  })

  it('other tabs are told the same, by the same channel', async () => {
    const device = await deviceWithMedication()
    const otherTab = new BroadcastChannel('x-storagemutated-1')
    const told = new Promise<ObservabilitySet>((resolve) => {
      otherTab.onmessage = ({ data }) => resolve(data)
    })
    const dose = extraDose(device.source, device.medication)
    await write(device, [dose])
    expect((await told)[`idb://${device.db.name}/doseEvents/`]).toMatchObject({ from: dose.args.id })
    otherTab.close()
  })

  it('it is what Dexie says of the same rows', async () => {
    const device = await deviceWithMedication()
    const { db, source } = device
    const said: ObservabilitySet[] = []
    const listen = (parts: ObservabilitySet) => void said.push(parts)
    Dexie.on('storagemutated', listen)
    await write(device, [extraDose(source, device.medication)])
    const [event] = await db.doseEvents.toArray()
    const [entry] = await db.outbox.toArray()
    await db.transaction('rw', [db.doseEvents, db.outbox], async () => {
      if (event) await db.doseEvents.put(event)
      if (entry) await db.outbox.put(entry)
    })
    Dexie.on.storagemutated.unsubscribe(listen)
    const [own, dexies] = said
    expect(own).toEqual(dexies)
  })
})
