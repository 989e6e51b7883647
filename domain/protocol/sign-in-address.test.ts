import { expect, it } from 'vitest'
import { signInAddress } from './sign-in-address.ts'

const from = (address: string) => {
  const { pathname, search, hash } = new URL(address, 'https://dosewell.example')
  return signInAddress({ pathname, search, hash })
}

it.each([
  ['/medications?add=1', '/medications?add=1'],
  ['/?dose=abc&at=8', '/?dose=abc&at=8'],
  ['/settings#lock', '/settings#lock'],
  ['/admin', '/admin'],
  ['/subscribe', '/subscribe'],
])('the sign-in from %s leads back', (address, next) => {
  const way = new URL(from(address), 'https://dosewell.example')
  expect(way.pathname).toBe('/api/login')
  expect(way.searchParams.get('next')).toBe(next)
})

it.each(['/', '/pricing', '/terms?x=1', '/nowhere'])('the sign-in from %s leads home', (address) => {
  expect(from(address)).toBe('/api/login')
})
