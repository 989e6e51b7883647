import type { SourceChange } from './source-change.ts'

/** A seed that once failed, and the bug that it found. */
export interface Pin {
  seed: string
  why: string
  /** Today's code with that bug put back. */
  bug: SourceChange
}

/**
 * Played in every run, on the code as it is and on the code with their bug. A change of the script's generator gives a
 * seed another trace: then the run with the bug passes too, and `npm run sim -- --bug-of <seed>` finds another seed.
 */
export const PINNED: readonly Pin[] = [
  {
    seed: '5',
    why: 'S6.1 a change notification brought the page back before Retry-After had passed',
    bug: {
      file: 'src/sync/scheduler.ts',
      from: "if (end.kind === 'temporary' && end.after) hold(end.after)",
      to: '',
    },
  },
  {
    seed: '598',
    why: 'S3.2 an old list took acknowledged doses away, and the cursor never brought them back',
    bug: {
      file: 'src/data/sync-store.ts',
      from: '{ etag, seq, listSeq: seq, unread }',
      to: '{ etag, listSeq: seq }',
    },
  },
  {
    seed: '98',
    why: 'S6.4 a dose in one batch with its refused medication was refused too, instead of waiting',
    bug: {
      file: 'src/sync/drain.ts',
      from: 'fitting(withoutDependents(readable))',
      to: 'fitting(readable)',
    },
  },
  {
    seed: '138',
    why: 'S2.2 a stale tab sent an entry again that was on its way',
    bug: {
      file: 'src/data/attention.ts',
      from: "row?.state === 'attention' ? row : null",
      to: 'row ?? null',
    },
  },
  {
    seed: '389',
    why: 'S1.1 a phone in 1970 reported as saved what could be neither shown nor sent',
    bug: { file: 'src/data/write.ts', from: 'readCommand(command) !== null', to: 'true' },
  },
  {
    seed: '2861',
    why: 'S11.2 an account without a write in the snapshot: the next restore named its lost commits as common',
    bug: {
      file: 'server/backup/begin-epoch.ts',
      from: 'on conflict do nothing`)',
      to: 'where false on conflict do nothing`)',
    },
  },
  {
    seed: '273',
    why: 'S9.2 an old list from a cache was taken for what a change notification told of',
    bug: {
      file: 'src/sync/pull.ts',
      from: 'const isOld = got.answer.seq < atLeast',
      to: 'const isOld = false',
    },
  },
  {
    seed: '2425',
    why: 'S11.9 a medicine came back because its deletion was refused after a restore, and its log did not',
    bug: {
      file: 'src/data/replay-settle.ts',
      from: '    if (settled.some(bringsBack)) await changeSyncState(db, { dosesCursor: 0, supplyCursor: 0 })\n',
      to: '',
    },
  },
  {
    seed: 'moves 38',
    why: 'S4.8 a moved dose that the plan no longer has stood at its old time',
    bug: {
      file: 'domain/doses/dose-views.ts',
      from: 'withMove({ id: slotId, medicationId, ...moment, ...plannedAmount }, outcome, input.zone)',
      to: '{ id: slotId, medicationId, ...moment, ...plannedAmount }',
    },
  },
  {
    seed: 'moves 153',
    why: 'S4.2 a dose that another device had brought back was taken out of the log with a refused entry',
    bug: {
      file: 'src/data/rejected-writes.ts',
      from: 'rows.filter((_, index) => !inLog[index])',
      to: 'rows',
    },
  },
  {
    seed: '4590',
    why: 'S3.1 what waited for an addition that was discarded with "move" stayed in the view',
    bug: {
      file: 'src/data/rejected-writes.ts',
      from: "    await recompute(db, 'medications', refused.args.id, context.source.now())\n    return ok(logged)",
      to: '    return ok(logged)',
    },
  },
  {
    seed: 'people 7',
    why: 'S14.6 a device did not keep who made its own doses, which every other device of the person shows',
    bug: {
      file: 'src/data/settle.ts',
      from: '{ id: true, seq: true, receivedAt: true, by: true }',
      to: '{ id: true, seq: true, receivedAt: true }',
    },
  },
  {
    seed: 'people 64',
    why: 'S14.6 after a restore devices said who had made each dose, so that all doses given for somebody were refused',
    bug: { file: 'src/data/stored-dose.ts', from: '    by: _by,\n', to: '' },
  },
  {
    seed: 'people 255',
    why: 'S4.2 a dose that another device had brought back left the log when its refused entry was sent again',
    bug: { file: 'src/data/write.ts', from: '  if (await isLogged(db, command)) return\n', to: '' },
  },
  {
    seed: 'people 4686',
    why: 'S14.5 the simulation took an answer for a lie that was given before the server forgot the end of a grant',
    bug: { file: 'tests/sync/shared-person.ts', from: 'ended || now <= isSaidUntil', to: 'ended' },
  },
]
