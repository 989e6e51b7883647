import { describe, expect, it } from 'vitest'
import { addCommand, extraDose, newMedication, testDevice } from '#src/testing/device.ts'
import { write } from './write.ts'

describe('S1 durable writes', () => {
  it('S1.1 a saved write is there with its outbox entry', async () => {
    const device = await testDevice()
    const medication = newMedication(device.source)
    const saved = await write(device, [addCommand(medication)])
    expect(saved).toMatchObject({ ok: true })
    expect(await device.db.medications.get(medication.id)).toMatchObject({ name: 'Metformin' })
    expect(await device.db.outbox.toArray()).toMatchObject([
      { key: saved.ok ? saved.value[0] : '', recordId: medication.id, state: 'waiting' },
    ])
  })

  it('S1.1 when the transaction fails neither the effect nor the entry is there', async () => {
    const device = await testDevice()
    const medication = newMedication(device.source)
    const fail = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    device.db.medications.hook('creating', fail)
    await expect(write(device, [addCommand(medication)])).rejects.toThrow()
    device.db.medications.hook('creating').unsubscribe(fail)
    expect(await device.db.outbox.count()).toBe(0)
    expect(await device.db.medications.count()).toBe(0)
  })

  it('S1.2 one refused command takes the others of the same write back', async () => {
    const device = await testDevice()
    const medication = newMedication(device.source)
    const stranger = newMedication(device.source)
    const saved = await write(device, [addCommand(medication), extraDose(device.source, stranger)])
    expect(saved).toMatchObject({ ok: false, error: { code: 'not_found' } })
    expect(await device.db.medications.count()).toBe(0)
    expect(await device.db.outbox.count()).toBe(0)
  })

  it('S1.3 a duplicate is refused before anything is written, unless it is wanted', async () => {
    const device = await testDevice()
    await write(device, [addCommand(newMedication(device.source))])
    const twin = newMedication(device.source, { name: ' met FORMIN' })
    expect(await write(device, [addCommand(twin)])).toMatchObject({
      ok: false,
      error: { code: 'duplicate', error: 'You already have Metformin in your medications' },
    })
    expect(await device.db.outbox.count()).toBe(1)
    expect(await write(device, [addCommand(twin, true)])).toMatchObject({ ok: true })
  })

  it('S1.1 what could not be read back is refused, not reported as saved: a phone that woke up in 1970', async () => {
    const device = await testDevice()
    device.source.advance(-device.source.now())
    const saved = await write(device, [addCommand(newMedication(device.source))])
    expect(saved).toMatchObject({ ok: false, error: { code: 'invalid' } })
    expect(await device.db.outbox.count()).toBe(0)
  })

  it('S2.1 the order of entries is the order of writing', async () => {
    const device = await testDevice()
    const medication = newMedication(device.source)
    await write(device, [addCommand(medication)])
    device.source.advance(-3_600_000)
    await write(device, [extraDose(device.source, medication)])
    const kinds = (await device.db.outbox.orderBy('position').toArray()).map((row) => row.kind)
    expect(kinds).toEqual(['medication', 'dose'])
  })

  it('a deleted medication is gone from the view at once', async () => {
    const device = await testDevice()
    const medication = newMedication(device.source)
    await write(device, [addCommand(medication)])
    await write(device, [{ name: 'medication.delete', args: { id: medication.id } }])
    expect(await device.db.medications.count()).toBe(0)
    expect(await device.db.outbox.count()).toBe(2)
  })
})
