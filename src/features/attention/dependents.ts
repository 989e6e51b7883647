import type { Command } from '#domain/commands/command.ts'
import { readCommand } from '#domain/commands/read-command.ts'
import { createdBy, referencesOf } from '#domain/commands/references.ts'
import { t } from '#domain/language/translate.ts'
import type { StoredEntry } from '#src/data/stored-rows.ts'

/** A waiting write and, if it waits for a record whose own write was refused, that record's id. */
export interface WaitingEntry {
  entry: StoredEntry
  command: Command | null
  waitsFor: string | null
}

/**
 * Returns the waiting entries in order, by the same rule as the engine, which leaves such entries in place
 * (docs/sync-spec.md, S6).
 */
export function waitingEntries(waiting: readonly StoredEntry[], attention: readonly StoredEntry[]): WaitingEntry[] {
  const refused = new Set(attention.flatMap((entry) => createdIdOf(entry) ?? []))
  return waiting.map((entry) => {
    const command = readCommand(entry.command)
    const waitsFor = command ? (referencesOf(command).find((id) => refused.has(id)) ?? null) : null
    return { entry, command, waitsFor }
  })
}

/** Returns the id of the record a stored write would create, or null. */
export function createdIdOf(entry: StoredEntry): string | null {
  const command = readCommand(entry.command)
  return command && createdBy(command)
}

/** Returns "2 entries wait with it.", or null if none does. */
export function waitingWithText(waiting: readonly WaitingEntry[], id: string | null): string | null {
  const count = id === null ? 0 : waiting.filter(({ waitsFor }) => waitsFor === id).length
  if (count === 0) return null
  return t('{count, plural, one {1 entry waits with it.} other {{count} entries wait with it.}}', { count })
}
