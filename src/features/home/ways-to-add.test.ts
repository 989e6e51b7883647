import { describe, expect, it } from 'vitest'
import { t } from '#domain/language/translate.ts'
import { isPage, PAGES } from '#domain/protocol/pages.ts'
import { waysToAdd } from './ways-to-add.ts'

const pathOf = (to: string) => new URL(to, 'https://dosewell.example').pathname
const links = (premium: boolean, title: string) =>
  waysToAdd(premium)
    .find((card) => t(card.title) === title)
    ?.ways.map(({ label, to }) => [t(label), to])

describe('the ways to add something (specification, section 2)', () => {
  it('without Premium voice and scan lead to /pricing, and are marked', () => {
    expect(links(false, 'Add Medication')).toEqual([
      ['Voice Input', '/pricing'],
      ['Scan Prescription', '/pricing'],
      ['Manual Entry', '/medications'],
    ])
    expect(links(false, 'Add Doctor Appointment')).toEqual([
      ['Voice Input', '/pricing'],
      ['Scan Card', '/pricing'],
      ['Manual Entry', '/appointments'],
    ])
    for (const { ways } of waysToAdd(false)) {
      expect(ways.filter(({ isLocked }) => isLocked).map(({ to }) => to)).toEqual(
        ways.filter(({ icon }) => icon === 'voice' || icon === 'scan').map(() => PAGES.pricing),
      )
    }
  })

  it('with Premium nothing is marked or leads to /pricing', () => {
    for (const { ways } of waysToAdd(true)) {
      expect(ways.filter(({ isLocked, to }) => isLocked || to === PAGES.pricing)).toEqual([])
    }
  })

  it.each([true, false])('each leads to a page of this app (Premium: %s)', (premium) => {
    const ways = waysToAdd(premium).flatMap((card) => card.ways)
    expect(ways.map(({ to }) => pathOf(to)).filter((path) => !isPage(path))).toEqual([])
    expect(ways.length).toBeGreaterThan(0)
  })
})
