import { editProfileCall } from '../accounts/calls.ts'
import { appointmentCalls } from '../appointments/calls.ts'
import { recordDoseCall } from '../doses/calls.ts'
import { medicationCalls } from '../medications/calls.ts'
import { recordSupplyCall } from '../supply/calls.ts'
import type { WriteCall } from '../sync/writes.ts'

/** All writes that a batch may contain. */
const CALLS: readonly WriteCall[] = [
  ...Object.values(medicationCalls),
  recordDoseCall,
  recordSupplyCall,
  editProfileCall,
  ...Object.values(appointmentCalls),
]

/** Returns the write for a method and a path without query, with the path's `:id`; null if there is none. */
export function findCall(method: string, path: string): { call: WriteCall; id: string } | null {
  for (const call of CALLS) {
    if (call.method !== method) continue
    const [before = '', after] = call.path.split(':id')
    if (after === undefined && path === before) return { call, id: '' }
    if (after === undefined || !path.startsWith(before)) continue
    const id = path.slice(before.length)
    if (/^[\w-]+$/.test(id)) return { call, id }
  }
  return null
}
