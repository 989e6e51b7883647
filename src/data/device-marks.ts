import { update } from 'idb-keyval'
import { store } from './device-store.ts'

/** Changes a mark in one transaction, since two worker events may come at the same time. */
export const changeMark = (name: string, change: (value: string | null) => string): Promise<void> =>
  update<string>(`mark:${name}`, (value) => change(value ?? null), store)
