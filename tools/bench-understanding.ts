/**
 * `npm run bench:understanding`: how well texts are understood, compared with simple methods in the same run, over our
 * own sentences (tests/understanding) and real ones where `../shared/corpora` exists next to the repository.
 *
 *   npm run bench:understanding                        every section
 *   npm run bench:understanding -- --only directions   sections whose name begins like that; may be given several times
 *   npm run bench:understanding -- --pictures          pictures the project makes itself, by kind: F1 of each field, how
 *                                                      much shown as sure is false, words read, times; with `--quick` a
 *                                                      few of each kind, with `--seed` other ones, with `--device`
 *                                                      read in a browser (after `npm run build`)
 *   npm run bench:understanding -- --failures          also every text that was not read exactly
 *   npm run bench:understanding -- --fuzz 100000       that many random and mangled texts instead: no throw, no value
 *                                                      whose words are not in the text, the slowest one; then texts
 *                                                      that repeat one thing over and over, in two lengths: the
 *                                                      slowest, and how it grows; each reader in a separate process,
 *                                                      with `--only` those whose name begins like that
 *
 * Exit code 0 when everything that was asked for could be measured, whether or not it meets its target; with `--fuzz` 1
 * when a text broke a reader or took longer than allowed.
 */
import { parseArgs } from 'node:util'
import { appointments, medications, reminderTimes } from './bench-understanding/dictation.ts'
import { directions } from './bench-understanding/directions.ts'
import { fuzzEach } from './bench-understanding/fuzz.ts'
import { labels } from './bench-understanding/labels.ts'
import { pictures } from './bench-understanding/pictures.ts'
import { renderReport } from './bench-understanding/report.ts'
import type { Section } from './bench-understanding/section.ts'

const SECTIONS: readonly Section[] = [directions, medications, appointments, reminderTimes, labels]

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    failures: { type: 'boolean', default: false },
    fuzz: { type: 'string' },
    pictures: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    device: { type: 'boolean', default: false },
    seed: { type: 'string' },
  },
})

process.exitCode =
  values.fuzz === undefined ? await main() : fuzzEach(values.only, Number(values.fuzz), Number(values.seed ?? '1'))

async function main(): Promise<number> {
  const sections = values.pictures ? [pictures(values)] : SECTIONS
  const wanted = sections.filter(({ name }) => values.only?.some((begin) => name.startsWith(begin)) ?? true)
  if (wanted.length === 0) {
    console.error(`There is no such section. There are ${SECTIONS.map(({ name }) => name).join(', ')}.`)
    return 1
  }
  for (const section of wanted) console.log(`${renderReport(await section.measure(), values.failures)}\n`)
  return 0
}
