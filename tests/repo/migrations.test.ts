import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { REPOSITORY } from '../../tools/run.ts'

const META = `${REPOSITORY}/server/db/migrations/meta`

/** drizzle-kit generates the next migration from it alone, and the others were 115,000 lines that nobody reads. */
it('of the snapshots of the schema there is the newest, and no other', () => {
  const { entries } = JSON.parse(readFileSync(`${META}/_journal.json`, 'utf8')) as { entries: { idx: number }[] }
  const newest = String(entries.at(-1)?.idx).padStart(4, '0')
  expect(readdirSync(META).toSorted()).toEqual([`${newest}_snapshot.json`, '_journal.json'])
})
