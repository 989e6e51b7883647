/** TypeScript's worker library names the general worker; this code only ever runs in a service worker. */
export const worker = self as unknown as ServiceWorkerGlobalScope

/** Background Sync and Periodic Background Sync (WICG): in no TypeScript library. */
export interface SyncEvent extends ExtendableEvent {
  readonly tag: string
  /** True when the browser will not try again by itself. */
  readonly lastChance: boolean
}

export type PeriodicSyncEvent = Pick<SyncEvent, 'tag' | 'waitUntil'>
