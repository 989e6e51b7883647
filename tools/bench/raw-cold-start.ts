import type { UserId } from '#domain/lib/ids.ts'
import { databaseName } from '#src/data/database-names.ts'

/** The user whose database the page reads; the bench fills it before. */
export const RAW_COLD_USER = 'bench-cold' as UserId

/**
 * The minimum for a page to show today's doses: one file from its worker's cache, the rows of yesterday and today and
 * the medications read with bare IndexedDB, and a list written once. No framework, no folding of the log, no sync.
 */
export const coldPage = `<!doctype html>
<title>raw</title>
<ol class="day"></ol>
<script>
const pad = (number) => String(number).padStart(2, '0')
const date = (ms) => { const day = new Date(ms); return [day.getFullYear(), pad(day.getMonth() + 1), pad(day.getDate())].join('-') }
const opening = indexedDB.open('${databaseName(RAW_COLD_USER)}')
opening.onsuccess = () => {
  const tx = opening.result.transaction(['medications', 'doseEvents'])
  const medications = tx.objectStore('medications').getAll()
  const today = date(Date.now())
  const events = tx.objectStore('doseEvents').index('snapshot.date').getAll(IDBKeyRange.bound(date(Date.now() - 86400000), today))
  tx.oncomplete = () => {
    const logged = new Map(events.result.map((event) => [event.medicationId + event.snapshot.date + event.snapshot.time, event]))
    document.querySelector('.day').innerHTML = medications.result.flatMap((medication) =>
      medication.reminderTimes.map((time) => {
        const event = logged.get(medication.id + today + time)
        return '<li>' + time + ' ' + medication.name + ' ' + (event ? event.kind : '')
      })).join('')
  }
}
navigator.serviceWorker.register('/cold-worker.js')
</script>
`

export const coldWorker = `
addEventListener('install', (event) => event.waitUntil(caches.open('cold').then((cache) => cache.add('/cold')).then(() => skipWaiting())))
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(caches.match('/cold'))
})
`
