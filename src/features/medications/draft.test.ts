import { beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { medicationDrafts as drafts } from './draft.ts'
import { EMPTY_VALUES } from './form-values.ts'

const ADA = sampleId<UserId>(1)
const BEA = sampleId<UserId>(2)
const draft = { base: EMPTY_VALUES, values: { ...EMPTY_VALUES, name: 'Prednisolone' } }

let rows: Map<string, string>
const store = {
  getItem: (key: string) => rows.get(key) ?? null,
  setItem: (key: string, value: string) => void rows.set(key, value),
  removeItem: (key: string) => void rows.delete(key),
  key: (index: number) => [...rows.keys()][index] ?? null,
  get length() {
    return rows.size
  },
}

beforeEach(() => {
  rows = new Map([['theme', 'dark']])
})

test('a draft comes back as it was typed', () => {
  drafts.keep(store, ADA, 'add', draft)
  expect(drafts.read(store, ADA, 'add')).toEqual(draft)
  expect(drafts.list(store, ADA)).toEqual([{ form: 'add', values: draft.values }])
})

test('one that was typed before there were marks of important medications, barcodes, limits, notices, strength and picture, is not lost', () => {
  const {
    important: _,
    barcodes: __,
    minHours: ___,
    maxIn24h: ____,
    headsUp: _____,
    followUps: ______,
    strengthAmount: _a,
    strengthUnit: _b,
    strengthPer: _c,
    lookShape: _d,
    lookColour: _e,
    lookSecond: _f,
    ...older
  } = draft.values
  drafts.keep(store, ADA, 'add', draft)
  rows.set(`medication-draft:${ADA}:add`, JSON.stringify({ base: older, values: older }))
  expect(drafts.read(store, ADA, 'add')).toEqual({ base: draft.values, values: draft.values })
})

test('it belongs to one form of one user', () => {
  drafts.keep(store, ADA, 'add', draft)
  expect(drafts.read(store, ADA, 'voice')).toBeNull()
  expect(drafts.read(store, BEA, 'add')).toBeNull()
  expect(drafts.list(store, BEA)).toEqual([])
})

test('a dropped one is gone', () => {
  drafts.keep(store, ADA, 'add', draft)
  drafts.drop(store, ADA, 'add')
  expect(drafts.list(store, ADA)).toEqual([])
})

test('one that this version cannot read counts as none', () => {
  drafts.keep(store, ADA, 'add', draft)
  const [key = ''] = [...rows.keys()].filter((name) => name !== 'theme')
  for (const text of ['{', '{"values":{}}', JSON.stringify({ ...draft, more: 1 })]) {
    rows.set(key, text)
    expect(drafts.read(store, ADA, 'add')).toBeNull()
    expect(drafts.list(store, ADA)).toEqual([])
  }
})

test('a storage that refuses does not stop the form', () => {
  const full = {
    ...store,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => drafts.keep(full, ADA, 'add', draft)).not.toThrow()
})
