import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { consentPage } from '../../accounts/consent-page.ts'
import { codePage, emailPage } from '../../accounts/sign-in-page.ts'
import { html } from './html.ts'

const rootOf = (source: string, at: number): Map<string, string> =>
  new Map(
    [...source.slice(source.indexOf('{', at), source.indexOf('}', at)).matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
      ([, name = '', value = '']) => [name, value.toLowerCase()],
    ),
  )

describe('server pages', () => {
  it('escape every value, so that nothing a person typed becomes markup', () => {
    const typed = `"><script>alert('x')</script>&`
    expect(html`<p title="${typed}">${typed}</p>`.markup).not.toContain('<script>')
    expect(emailPage({ email: typed, next: typed, problem: typed })).not.toContain('<script>')
    expect(codePage({ email: typed, next: typed, code: typed })).not.toContain('<script>')
  })

  it.each([
    ['the e-mail page', emailPage({ problem: 'No.' })],
    ['the code page', codePage({ email: 'a@b.org', problem: 'No.' })],
  ])(
    '%s has a language, a title, one h1, labels, and its error tied to the field; no script, no inline style',
    (_name, page) => {
      expect(page).toMatch(/<html lang="en-AU">/)
      expect(page).toMatch(/<title>[^<]+ · Dosewell<\/title>/)
      expect(page.match(/<h1>/g)).toHaveLength(1)
      for (const [, id] of page.matchAll(/<input class="input[^>]* id="([^"]+)"/g))
        expect(page).toContain(`for="${id}"`)
      const described = /aria-invalid="true" aria-describedby="([^"]+)"/.exec(page)?.[1]
      expect(page).toContain(`class="field__error" id="${described}"`)
      expect(page).not.toMatch(/<script|style=|<style/)
    },
  )

  it.each(['unknown', 'of-age', 'expired', 'replaced', 'open', 'accepted', 'declined', 'withdrawn'] as const)(
    'the parent’s page (%s) has a language, a title, one h1, no script and no inline style, and escapes names',
    (kind) => {
      const at = new Date('2026-11-20T05:12:00Z')
      const page = consentPage(
        {
          kind,
          user: {
            email: '<b>@example.org',
            firstName: '<i>',
            lastName: '',
            dateOfBirth: '2012-03-09',
            timeZone: null,
          },
          request: { sentAt: at, decidedAt: at, withdrawnAt: null },
        } as never,
        '"><script>',
      )
      expect(page).toMatch(/<html lang="en-AU">/)
      expect(page).toMatch(/<title>[^<]+ · Dosewell<\/title>/)
      expect(page.match(/<h1>/g)).toHaveLength(1)
      expect(page).not.toMatch(/<script|style=|<style|<b>|<i>/)
    },
  )

  it('the code field helps phones to fill it in', () => {
    expect(codePage({ email: 'a@b.org' })).toMatch(/inputmode="numeric" autocomplete="one-time-code"/)
  })

  it('have the colours of the design tokens, light and dark', async () => {
    const own = await readFile(new URL('./styles/colours.css', import.meta.url), 'utf8')
    const colours = await readFile(new URL('../../../src/styles/colours.css', import.meta.url), 'utf8')
    const light = rootOf(own, own.indexOf(':root'))
    const dark = rootOf(own, own.indexOf(':root', own.indexOf('prefers-color-scheme: dark')))
    expect(light.size).toBeGreaterThan(10)
    expect([...dark.keys()]).toEqual([...light.keys()])
    for (const [name, value] of light) {
      const given = dark.get(name) === value ? value : `light-dark(${value}, ${dark.get(name)})`
      expect(colours).toContain(`${name}: ${given};`)
    }
  })
})
