import { describe, expect, it } from 'vitest'
import { PAGES, VISITOR_PAGES, type VisitorPage, visitorDocument } from '#domain/protocol/pages.ts'
import { renderVisitorDocuments } from './visitor-documents.tsx'

const documents = renderVisitorDocuments()

const bodyOf = (page: VisitorPage): string => {
  const found = documents.find(({ file }) => file === visitorDocument(page))
  if (!found) throw new Error(`${page} has no document`)
  return found.body
}

/** Returns what a user reads, without markup. */
const read = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')

/** Returns `words → address` for every link. */
const linksOf = (markup: string): string[] =>
  [...markup.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href, words]) => `${read(String(words)).trim()} → ${href}`,
  )

/** Returns the text of each element of a kind. */
const allOf = (markup: string, tag: string): string[] =>
  [...markup.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, 'gs'))].map(([whole]) => read(whole).trim())

describe('the landing page (specification, section 2)', () => {
  const landing = bodyOf(PAGES.home)

  it('leads to sign-in by Sign In, Get Started Free and Login', () => {
    expect(linksOf(landing)).toEqual(
      expect.arrayContaining([
        'Login → /api/login',
        'Get Started Free → /api/login',
        'Sign In → /api/login',
        'Start Free Trial → /api/login',
      ]),
    )
  })

  it('has six features', () => {
    const [features] = /<section[^>]*aria-labelledby="features".*?<\/section>/s.exec(landing) ?? []
    expect(allOf(String(features), 'h3')).toEqual([
      'Automated Reminders',
      'Voice Input',
      'Prescription Scanning',
      'Adherence Tracking',
      'Parental Consent for Under-18s',
      'Works Without Internet',
    ])
  })

  it('compares the plans, with Premium as the most popular', () => {
    const [free, premium] = allOf(landing, 'article')
    expect(free).not.toContain('Most Popular')
    expect(free).toMatch(/^Free .*\$0 per month Unlimited medications Basic reminders Manual entry Adherence tracking/)
    expect(premium).toMatch(
      /^Most Popular Premium .*\$9\.99 per month, AUD Everything in Free Voice interaction and spoken reminders Prescription text-recognition scanning Advanced analytics and insights Priority support/,
    )
    expect(read(landing)).toContain('All plans are subject to a fair use policy.')
  })

  it('answers six questions in an accordion: help, security, plans, reminders, family, download', () => {
    expect(allOf(landing, 'summary')).toEqual([
      'How does Dosewell help me with my medications?',
      'Is my health information secure?',
      'What is the difference between Free and Premium?',
      'How do reminders work?',
      'Can I use it for family members?',
      'Do I need to download an app?',
    ])
    expect(landing.match(/<details name="faq"/g)).toHaveLength(6)
  })
})

describe.each(VISITOR_PAGES)('the footer of %s', (page) => {
  it('leads to every page of its own kind that there is', () => {
    const footer = String(/<footer.*<\/footer>/s.exec(bodyOf(page))?.[0])
    const kinds = ['/contact', '/privacy', '/terms'].filter((path) => (Object.values(PAGES) as string[]).includes(path))
    for (const path of kinds) expect(footer).toContain(`href="${path}"`)
  })
})

describe('/pricing for a visitor', () => {
  it('offers the trial, and both plans lead to sign-in', () => {
    const pricing = bodyOf(PAGES.pricing)
    expect(read(pricing)).toContain('New users get a 2-week free trial!')
    expect(linksOf(pricing)).toEqual(
      expect.arrayContaining(['Get Started Free → /api/login', 'Start Free Trial → /api/login']),
    )
  })
})

describe('the legal pages (specification, sections 1 and 9)', () => {
  const terms = read(bodyOf(PAGES.terms))
  const privacy = read(bodyOf(PAGES.privacy))

  it.each([
    ['the price and its period', terms, 'AUD 9.99 per month, billed monthly'],
    ['the trial', terms, 'a free trial of 2 weeks, once per email address'],
    ['what a cancellation keeps', terms, 'Cancelling keeps Premium until the end of the period'],
    ['fair use', terms, 'All plans are subject to a fair use policy.'],
    ['the least age and consent', terms, 'People of 13 years and over. From 13 to 17 a parent or guardian must'],
    ['how long a consent link works', terms, 'the consent link is valid for 7 days'],
    ['the law', terms, 'governed by the law of Australia'],
    ['what becomes of deleted data (terms)', terms, 'Data of a deleted account is removed within 30 days'],
    ['what becomes of deleted data (privacy)', privacy, 'Data of a deleted account is removed within 30 days'],
    ['how long billing records are kept', privacy, 'Billing records are kept for 7 years'],
    ['what the server can read', privacy, 'The server can read what you enter'],
  ])('say %s', (_what, page, words) => {
    expect(page).toContain(words)
  })
})
