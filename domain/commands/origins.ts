/**
 * The account's sequence at which each unit of a record was last written; absent means older than anything that could
 * compete. A unit is what a record is merged by (docs/sync-spec.md, S11.6).
 */
export type OriginsOf<Unit extends string> = { [U in Unit]?: number }

/** Returns the origins with every unit written at this sequence. */
export const writtenAt = <Unit extends string>(units: readonly Unit[], seq: number): OriginsOf<Unit> =>
  Object.fromEntries(units.map((unit) => [unit, seq])) as OriginsOf<Unit>

/** Returns the origins after these units were written at this sequence. */
export const withOrigin = <Unit extends string>(
  origins: OriginsOf<Unit>,
  units: readonly Unit[],
  seq: number,
): OriginsOf<Unit> => ({ ...origins, ...writtenAt(units, seq) })

/** Returns whether a write with this sequence still counts for the unit: the higher original sequence wins (S11.6). */
export const counts = <Unit extends string>(origins: OriginsOf<Unit>, unit: Unit, seq: number): boolean =>
  (origins[unit] ?? 0) <= seq
