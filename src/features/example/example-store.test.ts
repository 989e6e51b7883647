import { describe, expect, it, vi } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { write } from '#src/data/write.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { deleteExample, openExample, takeOver } from './example-store.ts'
import { closeServer } from './no-server.ts'

const ID = 'example-1' as UserId
const open = () => openExample(ID, deviceClock, 'Australia/Sydney')

describe('the example on the device', () => {
  it('takes over what is written, keeps it when it is opened again, and is gone once it was left', async () => {
    vi.stubGlobal('sessionStorage', { removeItem: () => {} })
    const db = await open()
    const [first] = await db.medications.toArray()
    const doses = await db.doseEvents.count()
    if (!first) throw new Error('the example is empty')
    const context = { db, source: deviceClock, zone: 'Australia/Sydney' }
    const edited = await write(context, [
      { name: 'medication.edit', args: { id: first.id, changes: { name: 'Renamed' }, editedAt: first.updatedAt } },
    ])
    expect(edited.ok).toBe(true)
    await takeOver(db, deviceClock)
    expect(await db.outbox.count()).toBe(0)
    expect((await db.medicationBase.get(first.id))?.name).toBe('Renamed')
    db.close()

    const again = await open()
    expect((await again.medications.get(first.id))?.name).toBe('Renamed')
    expect(await again.doseEvents.count()).toBe(doses)
    await deleteExample(again, ID)
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`dosewell-${ID}`)
  })

  it('asks the server nothing, and fetches the app’s own files', async () => {
    const fetched: string[] = []
    vi.stubGlobal('location', { href: 'https://dosewell.example/example', origin: 'https://dosewell.example' })
    vi.stubGlobal('fetch', async (input: string) => void fetched.push(input))
    closeServer()
    await expect(fetch('/api/doses')).rejects.toThrow(TypeError)
    await fetch('/assets/font.woff2')
    expect(fetched).toEqual(['/assets/font.woff2'])
    vi.unstubAllGlobals()
  })
})
