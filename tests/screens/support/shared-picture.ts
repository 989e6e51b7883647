import type { Tab } from './tab.ts'

/** Puts a picture where the worker puts what another app shared. */
export const sharePicture = (page: Tab, id: string, picture: Uint8Array): Promise<void> =>
  page.evaluate(
    async ({ id, bytes }) => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name)
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(names.find((name) => /^dosewell-[0-9a-f-]{36}$/.test(name)) ?? '')
        opening.onsuccess = () => resolve(opening.result)
      })
      const kind = { scanType: 'prescription', uploadMethod: 'upload', createdAt: '2026-11-20T01:00:00.000Z' }
      const image = new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
      const writing = db.transaction('keptScans', 'readwrite')
      writing.objectStore('keptScans').put({ id, ...kind, image, problem: null, isShared: true })
      await new Promise((resolve) => {
        writing.oncomplete = resolve
      })
      db.close()
    },
    { id, bytes: [...picture] },
  )
