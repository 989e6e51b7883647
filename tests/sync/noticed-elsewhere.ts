import type { SourceChange } from './source-change.ts'

/** A rule that the simulation cannot observe, broken, and the test that notices. */
export interface NoticedElsewhere {
  /** Why no trace can show it. */
  why: string
  change: SourceChange
  /** Of vitest.config.ts. */
  project: 'client' | 'server'
  file: string
  /** The title of the test, or its beginning. */
  title: string
}

/** Why no trace shows a broken rule of documents. */
const UPLOADS = 'Documents have an upload queue, which the simulation does not run.'
const QUEUE_TESTS = 'src/data/upload-queue.test.ts'

/** Why no trace shows a broken rule of the worker's sign-out. */
const NAVIGATION = 'Navigations are answered by the worker, which the simulation does not run.'
const NAVIGATION_TESTS = 'src/sw/sign-out.test.ts'

/** Why no trace shows a record of a newer version. */
const NEWER = 'All simulated devices and servers are of one version.'

/** Why no trace shows a broken rule of supplies. */
const SUPPLIES =
  'Numbered seeds have no supplies: another operation would change the course of every pinned one. Those that do play the rules, not the broken ones.'

/** Why no trace shows a broken rule of people on a device. */
const PEOPLE = 'A simulated device has the database of one person and fetches no list of people.'

export const NOTICED_ELSEWHERE: Record<string, NoticedElsewhere> = {
  'S2.3 a key stands for whatever comes with it': {
    why: 'No device ever puts another content under a key; only a defect of one or an attacker would.',
    change: {
      file: 'server/sync/idempotency.ts',
      from: 'fingerprint === fingerprints.get(key)',
      to: 'fingerprints.has(key)',
    },
    project: 'server',
    file: 'server/sync/idempotency.test.ts',
    title: 'S2.3 with another body, path or method is 422 key_reused and changes nothing',
  },
  'S3.4 doses of a medication that came and went between two lists stay': {
    why: 'Rows that come with their commit are mostly there before such a list is: random traces hardly meet the case.',
    change: {
      file: 'src/data/sync-store.ts',
      from: "if (list === 'medications') await dropOrphans(db, [...records, ...unread], seq)",
      to: '',
    },
    project: 'client',
    file: 'src/data/sync-pass.test.ts',
    title: 'S3.4 doses of a medication that came and went between two lists go with it',
  },
  'S3.6 an older answer brings the plan zone of before back': {
    why: 'Random traces change medications and the log only.',
    change: { file: 'src/data/profile-view.ts', from: 'if (seq < profileSeq) return', to: '' },
    project: 'client',
    file: 'src/data/profile-view.test.ts',
    title: 'S3.2 a user answered before the edit was taken does not bring the old zone back',
  },
  'S4.4 two devices that logged one slot agree': {
    why: 'The log is the same with and without the question; it is made of the log by whoever shows it.',
    change: { file: 'domain/doses/slot-conflict.ts', from: '.size > 1', to: '.size > 2' },
    project: 'client',
    file: 'src/data/conflicts-read.test.ts',
    title: 'S4.4 the slots that several devices logged, the newest first',
  },
  'S4.5 an answer takes every entry of the slot back': {
    why: 'An answer is lines of the log like all others; what they mean for the slot is folded by whoever shows it.',
    change: {
      file: 'src/features/conflicts/conflict-answers.ts',
      from: 'return [...undo(later), ...later.map(besidePlan)]',
      to: 'return [...undo(taken), ...later.map(besidePlan)]',
    },
    project: 'client',
    file: 'src/features/conflicts/conflict-answers.test.ts',
    title: 'S4.5 never leave the dose open, whatever each of them saw and said',
  },
  'S4.8 of several moves of a dose the one entered last counts': {
    why: 'The log holds all of them; which one counts is decided where the dose is shown.',
    change: {
      file: 'domain/doses/slot-outcome.ts',
      from: 'const moves = standing.filter(isMove).sort(byEntry)',
      to: 'const moves = standing.filter(isMove)',
    },
    project: 'server',
    file: 'server/reminders/moved-doses.test.ts',
    title: 'S4.8 are those of the move entered last, in whatever order devices send them',
  },
  'S4.9 an update brings back doses of a deleted medication': {
    why: NEWER,
    change: {
      file: 'src/data/sync-store.ts',
      from: 'events.filter((_, index) => held[index] !== undefined).map(storedDose)',
      to: 'events.map(storedDose)',
    },
    project: 'client',
    file: 'src/data/reread.test.ts',
    title: 'S4.9 without bringing back what went with its medication',
  },
  'S6.8 a refused dose does not say of which medication it was': {
    why: 'What the device last knew is offered to the user as the contents of a form; traces fill no forms in.',
    change: {
      file: 'src/data/settle.ts',
      from: 'await keepSubject(db, key, command.args.medicationId)',
      to: '',
    },
    project: 'client',
    file: 'src/data/rejected-writes.test.ts',
    title: 'S6.8 is known from its refused dose too, with its times',
  },
  'S10.2 an update takes away what it should convert': {
    why: 'Every device of a trace is made by this version of the app.',
    change: {
      file: 'src/data/database-upgrades.ts',
      from: '.modify(distinguishListSeq)',
      to: '.delete()',
    },
    project: 'client',
    file: 'src/data/database-versions.test.ts',
    title: 'S10.2 version 1 opens in this version with every row it had',
  },
  'S10.3 an older version opens whatever database there is': {
    why: 'Every device of a trace runs this version of the app only.',
    change: {
      file: 'src/data/newer-database.ts',
      from: 'if (version === undefined) throw new NewerDatabaseError()',
      to: '',
    },
    project: 'client',
    file: 'src/data/database-versions.test.ts',
    title: 'S10.3 an older app does not open what a newer one wrote, and changes nothing in it',
  },
  'S10.4 every form of a page that a server is asked for is columns': {
    why: 'Every server of a trace knows every form that the devices ask for.',
    change: {
      file: 'server/doses/routes.ts',
      from: 'form === COLUMNS_FORM',
      to: 'form !== undefined',
    },
    project: 'server',
    file: 'server/doses/routes.test.ts',
    title: 'S10.4 who asks for a form that this server does not know gets rows',
  },
  'S11.10 snapshots are kept for longer than 30 days': {
    why: 'A trace takes the server back within hours; how old a snapshot may be is decided by who keeps them.',
    change: {
      file: 'server/backup/rotation.ts',
      from: 'isTooOld(at) || ',
      to: '',
    },
    project: 'server',
    file: 'server/backup/rotation.test.ts',
    title: 'S11.10 none that is kept gets older than 30 days',
  },
  'S12.1 an upload waits without its picture': {
    why: UPLOADS,
    change: {
      file: 'src/data/document-writes.ts',
      from: 'await db.documentPictures.put({ id, image, thumbnail })',
      to: '',
    },
    project: 'client',
    file: QUEUE_TESTS,
    title: 'S12.1 it is shown at once, counted as unsent, and sent with its texts',
  },
  'S12.2 a refused picture is thrown away': {
    why: UPLOADS,
    change: {
      file: 'src/data/upload-queue.ts',
      from: "else await db.documentQueue.put({ ...row, state: 'attention', refusal })",
      to: 'else await forgetDocument(db, row.documentId)',
    },
    project: 'client',
    file: QUEUE_TESTS,
    title: 'S12.2, S6.3 413 storage_full: under "Needs attention"',
  },
  'S8.4 any site may sign a user out where there is no server': {
    why: NAVIGATION,
    change: {
      file: 'src/sw/sign-out.ts',
      from: 'if (!(await wasAsked(request, worker)))',
      to: 'if (false)',
    },
    project: 'client',
    file: NAVIGATION_TESTS,
    title: 'S8.4 without a server asks when another site wishes it, with nothing unsent too',
  },
  'S8.4 an answer that refuses is taken for no server': {
    why: NAVIGATION,
    change: { file: 'src/sw/logout-answer.ts', from: 'answer.status < 500', to: 'answer.status < 400' },
    project: 'client',
    file: NAVIGATION_TESTS,
    title: 'S8.4 wipes nothing when the server answers 400',
  },
  'S12.3 what may have arrived is forgotten on this device only': {
    why: UPLOADS,
    change: {
      file: 'src/data/document-writes.ts',
      from: 'return takeBack(context, upload)',
      to: 'await forgetDocument(db, id)',
    },
    project: 'client',
    file: QUEUE_TESTS,
    title: 'S12.3 after an attempt without an answer',
  },
  'S12.6 an older list of scans is taken over': {
    why: 'The history of scans has a list of its own, which the simulation does not ask for.',
    change: {
      file: 'src/data/upload-queue.ts',
      from: 'if (seq < (await readPictureList(db, list)).seq) return false',
      to: '',
    },
    project: 'client',
    file: 'src/data/scan-list.test.ts',
    title: 'S12.6 stays when there is no answer, or none that can be read, or an older one',
  },
  'S12.4 small pictures are fetched when they are looked at': {
    why: UPLOADS,
    change: {
      file: 'src/sync/upload-queue.ts',
      from: ' ?? (await fetchThumbnails(ports))',
      to: '',
    },
    project: 'client',
    file: QUEUE_TESTS,
    title: 'S12.4 is asked for with its ETag; every document gets a small picture',
  },
  'S12.4 whole pictures go with the acknowledgement': {
    why: UPLOADS,
    change: {
      file: 'src/data/upload-queue.ts',
      from: 'toInstant(now - KEEP_ACKNOWLEDGED)',
      to: 'toInstant(now)',
    },
    project: 'client',
    file: QUEUE_TESTS,
    title: 'S12.4 the device that saved a picture keeps the whole one for 35 days',
  },
  'S12.5 a restored server is given no document back': {
    why: UPLOADS,
    change: {
      file: 'src/data/upload-queue.ts',
      from: "row.state = 'waiting'",
      to: '',
    },
    project: 'client',
    file: QUEUE_TESTS,
    title: 'S12.5 what it took after the snapshot is sent again',
  },
  'S12.5 documents are replayed under new keys': {
    why: UPLOADS,
    change: {
      file: 'src/data/upload-queue.ts',
      from: "row.state = 'waiting'",
      to: "row.state = 'waiting'; row.key += ' again'",
    },
    project: 'client',
    file: QUEUE_TESTS,
    title: 'S12.5 what it took after the snapshot is sent again',
  },
  'S3.7 what this version does not understand counts as deleted': {
    why: NEWER,
    change: { file: 'src/data/sync-store.ts', from: 'for (const { id } of unread) before.delete(id)', to: '' },
    project: 'client',
    file: 'src/data/sync-pass.test.ts',
    title: 'S3.7 a record of a newer version is neither lost nor deleted, and is read once it can be',
  },
  'S13.1 a page of supplies ends the log': {
    why: SUPPLIES,
    change: {
      file: 'server/supply/supply-log.ts',
      from: 'cursor: more ? last : Math.max(last, state.supplySeq)',
      to: 'cursor: Math.max(last, state.supplySeq)',
    },
    project: 'server',
    file: 'server/supply/routes.test.ts',
    title: 'S13.1 pages through every event once, in the order of commits, among doses',
  },
  'S13.2 a pack that was undone is still there': {
    why: SUPPLIES,
    change: { file: 'domain/supply/on-hand.ts', from: "kind !== 'undone' && !undone.has(id)", to: "kind !== 'undone'" },
    project: 'server',
    file: 'server/supply/routes.test.ts',
    title: 'S13.2 an undone dose is there again, and an undone pack is gone',
  },
  'S13.3 a refused entry goes on counting': {
    why: SUPPLIES,
    change: {
      file: 'src/data/settle.ts',
      from: "name === 'dose.record' ? 'doseEvents' : 'supplyEvents'",
      to: "'doseEvents'",
    },
    project: 'client',
    file: 'src/data/supplies.test.ts',
    title: 'S13.3 that is refused leaves the view and is kept, with what waits for it; discarded, all of it goes',
  },
  'S13.4 undos are replayed before what they undo': {
    why: SUPPLIES,
    change: {
      file: 'src/data/replay-note.ts',
      from: '[...ids.filter((id) => !undoes.has(id)), ...ids.filter((id) => undoes.has(id))].map(supplyRow)',
      to: 'ids.map(supplyRow)',
    },
    project: 'client',
    file: 'src/data/supplies.test.ts',
    title: 'S13.4 is replayed after a restore if it was lost, undos last, and renumbered',
  },
  'S14.3 an answer says how far somebody hidden is': {
    why: 'Nobody in a trace asks for somebody whom they never saw.',
    change: {
      file: 'server/http/plugins/person-gate.ts',
      from: 'request.subject = null\n  if (typeof named',
      to: 'request.subject = named as string\n  if (typeof named',
    },
    project: 'server',
    file: 'server/people/routes.test.ts',
    title: 'S14.3 answers 404 for another’s person, without a word about them',
  },
  'S14.4 a batch asks for no role': {
    why: 'The helper in a trace may change everything.',
    change: {
      file: 'server/batch/batch.ts',
      from: 'return roleAllows(role, worksOn) ? null :',
      to: 'return true ? null :',
    },
    project: 'server',
    file: 'server/people/grants.test.ts',
    title: 'S14.4 that allows less refuses each call of a batch by itself',
  },
  'S14.7 a dose that was taken already is answered like any other': {
    why: 'It is for whoever looks at the screen: log and view are the same without it.',
    change: {
      file: 'server/doses/taken-before.ts',
      from: 'return first ? { ...logged, first } : logged',
      to: 'return logged',
    },
    project: 'server',
    file: 'server/people/who-logged.test.ts',
    title: 'S14.7 answers with the first one’s event as well, and both stay in the log',
  },
  'S14.8 whoever is withheld is taken for gone': {
    why: 'Nobody in a trace is a minor.',
    change: {
      file: 'server/people/find-person.ts',
      from: "if (!owner) return { kind: 'withheld' }",
      to: "if (!owner) return { kind: 'gone' }",
    },
    project: 'server',
    file: 'server/people/grants.test.ts',
    title: 'S14.8 of a minor shows nothing while a parent does not consent, and is not over',
  },
  'S15.1 whoever is missing from the list stays on the device': {
    why: PEOPLE,
    change: {
      file: 'src/session/people.tsx',
      from: 'await Promise.all(gone.map((person) => deleteInTime(person, withLock)))',
      to: '',
    },
    project: 'client',
    file: 'src/session/people.test.ts',
    title: 'S15.1 whoever is missing from a newer list is shown no more, and their database is gone',
  },
  'S15.2 a stream about everybody is taken for one about one person': {
    why: PEOPLE,
    change: {
      file: 'src/app/change-notifications.ts',
      from: 'if (versions.user === user) hear(versions)',
      to: 'hear(versions)',
    },
    project: 'client',
    file: 'src/app/change-notifications.test.ts',
    title: 'S15.2 reports only its own person’s changes, and passes on what the stream says of everybody',
  },
}

/**
 * Rules whose breaking takes an encounter that random traces do not come upon in 3,000 seeds, so that a written one
 * plays it, whole and broken: the title of that test in restore-traces.test.ts.
 */
export const NOTICED_IN_WRITTEN_TRACES: Record<string, string> = {
  'S11.8 a restore applies no journal': 'S11.8 a deletion that no remaining device knows of stays, by the journal',
}
