/** The data a device holds for the signed-in user. */
export interface DeviceData {
  /** As the screens show them. */
  medications: { name: string }[]
  doses: { kind: string; snapshot: { name: string } }[]
  /** Writes still to be sent: the name of the medication each is about, where the command carries it. */
  waiting: (string | null)[]
  /** How many rejected writes need the user. */
  attention: number
  /**
   * The version of the medications that a change notification announced and that is here; 0 before the first one
   * (docs/sync-spec.md, S9.2).
   */
  heldVersion: number
}

/** Runs in the page or the worker. Reads the signed-in user's database, and never creates one. */
export async function readDevice(): Promise<DeviceData> {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
  const name = names.find((known) => /^dosewell-[0-9a-f]{8}-/.test(known))
  if (!name) throw new Error('There is no database of a person')
  const db = await done(indexedDB.open(name))
  const stores = db.transaction(['medications', 'doseEvents', 'outbox', 'state'])
  const rows = (store: string) => done(stores.objectStore(store).getAll())
  const [medications, doses, outbox, state] = await Promise.all([
    rows('medications'),
    rows('doseEvents'),
    rows('outbox'),
    rows('state'),
  ])
  db.close()
  const waiting = outbox.filter(({ state }) => state === 'waiting')
  return {
    medications,
    doses,
    waiting: waiting.map(({ command: { args } }) => args.snapshot?.name ?? args.name ?? null),
    attention: outbox.length - waiting.length,
    heldVersion: state.find(({ key }) => key === 'sync')?.value.lists.medications.held?.version ?? 0,
  }
}
