import { t } from '#domain/language/translate.ts'
import { documentLanguage, type Html, html } from './html.ts'

const MARK = html`<svg class="brand__mark" viewBox="0 0 64 64" aria-hidden="true"><path class="s" stroke-width="2.8" stroke-linejoin="round" d="M5.25 25.19 L24.79 38.66 L54.11 15.48 A27.6 27.6 0 0 0 5.25 25.19Z"/><path class="w" stroke-width="2.8" stroke-linejoin="round" d="M4.92 37.35 L25.21 51.34 L58.67 24.88 A27.6 27.6 0 1 1 4.92 37.35Z"/></svg>`

const ALERT = html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10"/><line x1="12" x2="12" y1="8" y2="12"/><line x1="12" x2="12.01" y1="16" y2="16"/></svg>`

/** Returns the text under a field that says what is wrong with it. `aria-describedby` refers to its id. */
export const fieldError = (id: string, sentence: string): Html =>
  html`<p class="field__error" id="${id}">${ALERT}${sentence}</p>`

/**
 * Returns a page with the logo above a single card (docs/look.md, server pages). Works without script. `wide` is for
 * longer text.
 */
export function gatePage(page: { title: string; card: Html; foot?: Html; wide?: boolean }): string {
  return html`<!doctype html>
<html ${documentLanguage()}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${page.title} · Dosewell</title>
<link rel="icon" href="/icons/logo.svg" type="image/svg+xml">
<link rel="stylesheet" href="/auth.css">
</head>
<body>
<main class="gate${page.wide && ' gate--wide'}">
<a class="brand" href="/">${MARK}<span><span class="brand__name">Dosewell</span><span class="brand__tag">${t('Your AI Powered Wellbeing Companion')}</span></span></a>
${page.card}
${page.foot && html`<p class="gate__foot">${page.foot}</p>`}
</main>
</body>
</html>
`.markup
}
