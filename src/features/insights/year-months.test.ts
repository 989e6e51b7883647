import { expect, it } from 'vitest'
import type { LocalDate } from '#domain/lib/local-time.ts'
import { monthNames } from './year-months.ts'

const FIRSTS = [
  ['08', 5],
  ['09', 9],
  ['10', 13],
  ['11', 18],
  ['12', 22],
] as const
const named = (nameOf: (month: string) => string, weeks: number) =>
  monthNames(
    FIRSTS.map(([month, week]) => ({ week, name: nameOf(month), date: `2026-${month}-01` as LocalDate })),
    weeks,
  ).map(({ name, isLast }) => (isLast ? `${name}|` : name))

it.each([
  ['short names all have room', (month: string) => `M${month}`, 26, ['M08', 'M09', 'M10', 'M11', 'M12']],
  ['one of the last week ends there', (month: string) => `M${month}`, 22, ['M08', 'M09', 'M10', 'M11', 'M12|']],
  [
    'long names keep their distance',
    (month: string) => `Tháng ${Number(month)}`,
    26,
    ['Tháng 8', 'Tháng 10', 'Tháng 12'],
  ],
  [
    'also from one that ends with the map',
    (month: string) => `Mon${month}.`,
    22,
    ['Mon08.', 'Mon09.', 'Mon10.', 'Mon12.|'],
  ],
])('of the names of months above the map, %s', (_what, nameOf, weeks, names) => {
  expect(named(nameOf, weeks)).toEqual(names)
})
