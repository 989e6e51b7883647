/** Declarative Web Push, as the server sends it. */
export const reminderPush = (
  user: { readonly url: string },
  slotIds: readonly string[],
  words: { title?: string; body?: string } = {},
): string =>
  JSON.stringify({
    web_push: 8030,
    mutable: true,
    notification: {
      title: words.title ?? 'Medication Reminder',
      body: words.body ?? 'Time to take your medicine',
      tag: slotIds[0] ?? '',
      navigate: `${user.url}/?dose=${slotIds[0]}`,
      data: { slotIds },
    },
  })

/** The same about somebody whom the account looks after. */
export const personPush = (
  user: { readonly url: string },
  { person, account, slotIds }: { person: string; account: string; slotIds: readonly string[] },
): string => {
  const push = JSON.parse(reminderPush(user, slotIds, { title: 'Mia: words of a server that knows less' }))
  Object.assign(push.notification.data, {
    user: account,
    person,
    whose: { name: 'Mia', initial: 'M', colour: 'green' },
  })
  push.notification.navigate += `&person=${person}`
  return JSON.stringify(push)
}

/** Runs in the worker: returns what is waiting in the outbox of this device's only user. */
export async function readWaiting(): Promise<string[]> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = names.find((known) => /^dosewell-[0-9a-f]{8}-/.test(known))
  if (!name) throw new Error('There is no database of a person')
  const db = await done(indexedDB.open(name))
  const rows = await done(db.transaction('outbox').objectStore('outbox').getAll())
  db.close()
  return rows.map(({ command }) => `${command.args.kind} ${command.args.snapshot.name}`)
}
