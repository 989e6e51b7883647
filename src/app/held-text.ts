import { listed } from '#domain/lib/text.ts'
import type { HeldData } from '#src/data/transfer.ts'

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** Returns what can be brought back, `2 medications, 1 document and 3 logged doses`; null if nothing can. */
export function heldText({ medications, appointments, doses, documents, scans, changes }: HeldData): string | null {
  const parts = [
    [medications, 'medication'],
    [appointments, 'appointment'],
    [doses, 'logged dose'],
    [documents, 'document'],
    [scans, 'scan'],
  ] as const
  const there = parts.flatMap(([count, one]) => (count > 0 ? [counted(count, one)] : []))
  if (there.length > 0) return listed(there)
  return changes > 0 ? counted(changes, 'unsent change') : null
}

/** Returns which documents cannot be brought back from here; null if all can. */
export function lostText({ lostDocuments: names }: HeldData): string | null {
  if (names.length === 0) return null
  const [pictures, them] = names.length === 1 ? ['the whole picture', 'it'] : ['the whole pictures', 'them']
  return `It does not have ${pictures} of ${listed(names.map((name) => `“${name}”`))}. A device that saved ${them} can bring ${them} back.`
}
