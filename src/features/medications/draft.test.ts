import { beforeEach, expect, test } from 'vitest'
import type { UserId } from '#domain/lib/ids.ts'
import { sampleId } from '#domain/testing/samples.ts'
import { dropDraft, keepDraft, listDrafts, readDraft } from './draft.ts'
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
  keepDraft(store, ADA, 'add', draft)
  expect(readDraft(store, ADA, 'add')).toEqual(draft)
  expect(listDrafts(store, ADA)).toEqual([{ form: 'add', values: draft.values }])
})

test('one that was typed before there was the mark of an important medication is not lost', () => {
  const { important: _, ...older } = draft.values
  keepDraft(store, ADA, 'add', draft)
  rows.set(`medication-draft:${ADA}:add`, JSON.stringify({ base: older, values: older }))
  expect(readDraft(store, ADA, 'add')).toEqual({ base: draft.values, values: draft.values })
})

test('it belongs to one form of one user', () => {
  keepDraft(store, ADA, 'add', draft)
  expect(readDraft(store, ADA, 'voice')).toBeNull()
  expect(readDraft(store, BEA, 'add')).toBeNull()
  expect(listDrafts(store, BEA)).toEqual([])
})

test('a dropped one is gone', () => {
  keepDraft(store, ADA, 'add', draft)
  dropDraft(store, ADA, 'add')
  expect(listDrafts(store, ADA)).toEqual([])
})

test('one that this version cannot read counts as none', () => {
  keepDraft(store, ADA, 'add', draft)
  const [key = ''] = [...rows.keys()].filter((name) => name !== 'theme')
  for (const text of ['{', '{"values":{}}', JSON.stringify({ ...draft, more: 1 })]) {
    rows.set(key, text)
    expect(readDraft(store, ADA, 'add')).toBeNull()
    expect(listDrafts(store, ADA)).toEqual([])
  }
})

test('a storage that refuses does not stop the form', () => {
  const full = {
    ...store,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => keepDraft(full, ADA, 'add', draft)).not.toThrow()
})
