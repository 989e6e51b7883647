/**
 * The account's sequence at which each unit of a record was last written; absent means older than anything that could
 * compete. A unit is what a record is merged by (docs/sync-spec.md, S11.6).
 */
export type OriginsOf<Unit extends string> = { [U in Unit]?: number }

/** Every unit written at that sequence. */
export const writtenAt = <Unit extends string>(units: readonly Unit[], seq: number): OriginsOf<Unit> =>
  Object.fromEntries(units.map((unit) => [unit, seq])) as OriginsOf<Unit>

/** The origins after a write of these units at that sequence. */
export const withOrigin = <Unit extends string>(
  origins: OriginsOf<Unit>,
  units: readonly Unit[],
  seq: number,
): OriginsOf<Unit> => ({ ...origins, ...writtenAt(units, seq) })

/** Whether a write of that sequence still counts for the unit: the higher original sequence stands (S11.6). */
export const counts = <Unit extends string>(origins: OriginsOf<Unit>, unit: Unit, seq: number): boolean =>
  (origins[unit] ?? 0) <= seq
