import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { LanguageTag } from '#domain/language/languages.ts'
import { language } from '#domain/language/translate.ts'
import { inLanguage, speak } from '../../platform/language.ts'
import languagePlugin from './language.ts'

/** An app whose gate knows accounts by a header that names their language. */
async function appOfTwo() {
  const app = Fastify()
  await app.register(languagePlugin)
  const gate = async (request: { headers: Record<string, unknown> }) => {
    await Promise.resolve()
    if (request.headers.account) speak(request.headers.account as LanguageTag)
  }
  app.post('/spoken', { onRequest: gate }, async () => {
    await Promise.resolve()
    return { tag: language().tag }
  })
  return app
}

it('speaks the account’s language also after the body was read, and each request its own', async () => {
  const app = await appOfTwo()
  const ask = async (account?: string) => {
    const headers = { 'accept-language': 'xx, en;q=0.5', ...(account ? { account } : {}) }
    const answer = await app.inject({ method: 'POST', url: '/spoken', headers, payload: { some: 'body' } })
    return answer.json().tag
  }
  expect(await Promise.all([ask('de'), ask(), ask('ar'), ask('de')])).toEqual(['de', 'en', 'ar', 'de'])
  expect(language().tag).toBe('en')
})

it('speaks a language for the work of a job, and English where it has none', async () => {
  const later = async () => {
    await Promise.resolve()
    return language().tag
  }
  const jobs = ['it', null, 'xx', undefined, 'ko'].map((tag) => inLanguage(tag, later))
  expect(await Promise.all(jobs)).toEqual(['it', 'en', 'en', 'en', 'ko'])
})
