import { setDoses } from './assemble-doses.ts'
import { setDoubts } from './assemble-doubts.ts'
import { setFrequency } from './assemble-frequency.ts'
import { setRest } from './assemble-rest.ts'
import { Collector, type Context, spanning } from './collect.ts'
import type { Findings } from './findings.ts'
import type { Found } from './line.ts'
import type { Directions } from './values.ts'

/** Combines what the rules found. Where they disagree, the earlier value stays, as a guess that is asked about. */
export function assemble(text: string, findings: Findings): Directions {
  const collector = new Collector()
  for (const list of Object.values(findings) as { at?: number; found?: Found }[][])
    list.sort((a, b) => (a.found?.index ?? a.at ?? 0) - (b.found?.index ?? b.at ?? 0))
  const context = { text, findings, collector }
  setDoses(context)
  setFrequency(context)
  setRest(context)
  askChanges(context)
  setDoubts(context)
  return collector.directions()
}

/** `twice a day for a week, then once a day`: only the beginning was read. */
function askChanges({ text, findings, collector }: Context): void {
  const [turn] = findings.changes
  if (turn === undefined) return
  const courses = findings.durations.length > 1 ? findings.durations : []
  // Parts of a day follow one another every day, unless one of them is limited in time.
  const parts = findings.durations.length > 0 || findings.frequencies.length > 0 ? findings.moments : []
  const often = [...[...findings.frequencies, ...courses, ...parts].map(({ found }) => found), ...findings.single].sort(
    (a, b) => a.index - b.index,
  )
  const before = often.find(({ index }) => index < turn.index)
  const after = often.find(({ index }) => index > turn.index)
  if (before === undefined || after === undefined) return
  if (!collector.hasAsked('changing')) collector.ask('changing', 'timesPerDay', spanning(text, [before, after]))
  for (const field of CHANGING) collector.doubt(field)
}

const CHANGING = ['dose', 'timesPerDay', 'everyHours', 'everyDays', 'timesPerWeek', 'durationDays'] as const
