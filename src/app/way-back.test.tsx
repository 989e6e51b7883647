import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import LandingPage from '#src/features/landing/LandingPage.tsx'
import { PublicFrame } from './PublicFrame.tsx'
import { SignInPrompt } from './SignInPrompt.tsx'

/** Returns where each link to the sign-in leads back to; null: home. */
function waysBack(address: string, page: ReactElement): (string | null)[] {
  const markup = renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <PublicFrame>{page}</PublicFrame>
    </MemoryRouter>,
  )
  return [...markup.matchAll(/href="(\/api\/login[^"]*)"/g)].map(([, href]) =>
    new URL(String(href).replaceAll('&amp;', '&'), 'https://dosewell.example').searchParams.get('next'),
  )
}

it('a visitor at a private page comes back to all of its address, by the prompt and by Login', () => {
  const address = '/medications?add=1'
  expect(waysBack(address, <SignInPrompt />)).toEqual([address, address])
})

it('a visitor whom a notification led home comes back to its dose', () => {
  const ways = waysBack('/?dose=abc', <LandingPage />)
  expect(ways.length).toBeGreaterThan(3)
  expect(new Set(ways)).toEqual(new Set(['/?dose=abc']))
})
