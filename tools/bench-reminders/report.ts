import type { Burst } from './burst.ts'
import type { GrowthStep } from './growth.ts'
import type { Killed } from './kill.ts'

const MB = 1024 * 1024
const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
const micros = (ms: number): string => `${(ms * 1000).toFixed(0)} µs`
const perSecond = (ms: number): string => `${Math.round(1000 / ms)}/s`
const percent = (share: number): string => `${(share * 100).toFixed(0)} %`

/** The target: sends per second and core, relative to encrypting and signing alone. */
const BAR = 0.8

const inPostgres = ({ takingUp, sending }: NonNullable<Burst['inDatabase']>, messages: number): string =>
  `${micros(sending / messages)} each to send, ${seconds(takingUp)} in all before the minute`

/**
 * Describes the cost of a burst, line by line. "Per core" counts the processor time, user and system, of every thread
 * of the server's process, from just before the minute until the last outcome is recorded: with PGlite this includes
 * the database's work; with PostgreSQL that is shown separately, and once more in the sum of both. "By the clock" is
 * this machine's rate from the minute to the last arrival.
 */
export function describeBurst(name: string, burst: Burst): string {
  const { due, arrived, faults, bare, takingUp, sending, inDatabase, delay, memory } = burst
  const bareOne = bare.encrypt + bare.sign
  const ours = sending / arrived
  const share = bareOne / ours
  const withDatabase = inDatabase === null ? null : ours + inDatabase.sending / arrived
  const lines = [
    `${name}: ${arrived} of ${due} arrived, all decrypted and verified; ${faults.length} not valid${faults[0] ? ` (${faults[0]})` : ''}`,
    `  sends per second and core      ${perSecond(ours)} (${micros(ours)} of the server's processor time each)`,
    `  encrypting and signing alone   ${perSecond(bareOne)} (${micros(bare.encrypt)} and ${micros(bare.sign)})`,
    `  by the clock                   ${perSecond(delay.last / arrived)}`,
    `  share                          ${percent(share)}, target ≥ ${percent(BAR)}: ${share >= BAR ? 'met' : 'MISSED'}`,
    `  against encrypting alone       ${percent(bare.encrypt / ours)}: the server signs once for each push service and 11 hours`,
    `  with a bare exchange over TCP  ${perSecond(bareOne + bare.exchange)} (${micros(bare.exchange)} more), share ${percent((bareOne + bare.exchange) / ours)}`,
    `  before the minute              ${micros(takingUp / arrived)} each to take up what is due`,
    ...(inDatabase === null ? [] : [`  in PostgreSQL                  ${inPostgres(inDatabase, arrived)}`]),
    ...(withDatabase === null
      ? []
      : [
          `  both processes together        ${perSecond(withDatabase)} per core, share ${percent(bareOne / withDatabase)}`,
        ]),
    `  from due to sent               p50 ${seconds(delay.p50)}, p99 ${seconds(delay.p99)}, last ${seconds(delay.last)}`,
    `  memory                         ${(memory.start / MB).toFixed(0)} MB, at most ${(memory.peak / MB).toFixed(0)} MB, then ${(memory.end / MB).toFixed(0)} MB`,
  ]
  return lines.join('\n')
}

/** Describes the cost of the same burst in a database of that size, and the size of its tables. */
export function describeStep(name: string, { medications, burst, sizes }: GrowthStep): string {
  const { due, arrived, sending, takingUp, inDatabase, delay, memory } = burst
  const database = inDatabase === null ? '' : `; in PostgreSQL ${inPostgres(inDatabase, arrived)}`
  const lines = [
    `${name}, ${medications} medications: ${arrived} of ${due} arrived`,
    `  each ${micros(sending / arrived)} to send, ${micros(takingUp / arrived)} to take up${database}; p50 ${seconds(delay.p50)}, p99 ${seconds(delay.p99)}; at most ${(memory.peak / MB).toFixed(0)} MB`,
    ...sizes.map(
      ({ table, rows, bytes, indexBytes }) =>
        `  ${table.padEnd(20)} ${String(rows).padStart(9)} rows, ${(bytes / MB).toFixed(1)} MB, indexes ${(indexBytes / MB).toFixed(1)} MB`,
    ),
  ]
  return lines.join('\n')
}

/** Describes what users saw of a burst during which a server was killed. */
export function describeKill(name: string, killed: Killed): string {
  const { due, servers, before, recovered, faults, lost, sentTwice, seenTwice } = killed
  return [
    `${name}, ${servers} ${servers === 1 ? 'server' : 'servers'}: killed after ${before} of ${due} messages; the last missing one came ${seconds(recovered)} after the kill`,
    `  lost ${lost}, seen twice ${seenTwice} (taken by the push service twice: ${sentTwice}; not valid: ${faults.length}${faults[0] ? `, ${faults[0]}` : ''})`,
  ].join('\n')
}
