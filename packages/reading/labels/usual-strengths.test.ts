import { describe, expect, it } from 'vitest'
import { isUsualStrength } from './usual-strengths.ts'

describe('strengths that medicines are made in', () => {
  it.each([
    0.025, 0.05, 0.125, 0.25, 0.4, 0.5, 0.625, 0.75, 0.9, 1, 1.2, 1.25, 1.5, 1.8, 2.5, 3, 3.125, 5, 6.25, 7.5, 8, 8.6,
    10, 12, 12.5, 14, 15, 18.75, 20, 21, 24, 25, 30, 32, 35, 37.5, 40, 45, 50, 60, 62.5, 70, 75, 80, 81, 85, 88, 90,
    100, 112, 112.5, 120, 125, 137, 150, 160, 175, 180, 187.5, 200, 225, 237.5, 240, 245, 250, 267, 300, 320, 325, 340,
    360, 375, 400, 450, 500, 600, 625, 650, 665, 750, 800, 850, 875, 900, 1000, 1200, 1250, 1500,
  ])('%d is one', (amount) => {
    expect(isUsualStrength(amount)).toBe(true)
  })

  it.each([66, 61, 29, 53, 508, 261, 0.52, 401, 505, 806, 1001, 5001, 57.8, 909])('%d is none', (amount) => {
    expect(isUsualStrength(amount)).toBe(false)
  })
})
