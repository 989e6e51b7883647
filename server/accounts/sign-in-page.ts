import { t } from '#domain/language/translate.ts'
import { signInLeadingTo } from '#domain/protocol/sign-in-address.ts'
import { fieldError, gatePage } from '../http/pages/gate.ts'
import { type Html, html, linkTo, richHtml } from '../http/pages/html.ts'

/** Returns the e-mail form. `email` is what was typed, `next` where to go afterwards. */
export function emailPage(form: { email?: string; next?: string; problem?: string }): string {
  const { problem } = form
  return gatePage({
    title: problem ? t('Problem: Sign in') : t('Sign in'),
    card: html`<form class="dialog" method="post" action="/api/login" novalidate>
<h1>${t('Sign in')}</h1>
<p class="quiet">${t('We’ll email you a six-digit code. No password to remember.')}</p>
<div class="field"><label class="field__label" for="email">${t('Email')}</label>
<input class="input" id="email" name="email" type="email" autocomplete="email" maxlength="254" required value="${form.email ?? ''}"${problem && html` aria-invalid="true" aria-describedby="email-error"`}>
${problem && fieldError('email-error', problem)}</div>
${form.next && html`<input type="hidden" name="next" value="${form.next}">`}
<button class="btn btn--primary btn--lg btn--block" type="submit">${t('Email me a code')}</button>
<p class="small quiet">${t('New here? The same button makes your account.')}</p>
</form>`,
    foot: richHtml(
      t('By continuing you agree to the <terms>Terms</terms> and the <privacy>Privacy Policy</privacy>.'),
      { terms: linkTo('/terms'), privacy: linkTo('/privacy') },
    ),
  })
}

/**
 * Returns the code form. A notice above the field says when a code was sent again. `isLong`: the form asks for a long
 * code.
 */
export function codePage(form: {
  email: string
  next?: string
  code?: string
  problem?: string
  sentAgain?: boolean
  isLong?: boolean
}): string {
  const { problem, isLong } = form
  return gatePage({
    title: problem ? t('Problem: Check your email') : t('Check your email'),
    card: html`<div class="dialog">
<form class="stack" method="post" action="/api/login/code" novalidate>
<h1>${t('Check your email')}</h1>
<p class="quiet"${form.sentAgain && html` role="status"`}>${isLong ? longWords(form.email) : shortWords(form)}</p>
<div class="field"><label class="field__label" for="code">${isLong ? t('Code from the email') : t('Six-digit code')}</label>
<input class="input input--code${isLong && ' input--long'}" id="code" name="code" type="text"${isLong ? LONG_INPUT : SHORT_INPUT} required autofocus value="${form.code ?? ''}"${problem && html` aria-invalid="true" aria-describedby="code-error"`}>
${problem && fieldError('code-error', problem)}</div>
<button class="btn btn--primary btn--lg btn--block" type="submit">${t('Sign in')}</button>
</form>
<form class="row row--between" method="post" action="/api/login">
<input type="hidden" name="email" value="${form.email}">
<input type="hidden" name="again" value="1">
${form.next && html`<input type="hidden" name="next" value="${form.next}">`}
<a class="btn btn--quiet" href="${signInLeadingTo(form.next)}">${t('Use another email')}</a>
<button class="btn btn--quiet" type="submit">${t('Send a new code')}</button>
</form>
</div>`,
  })
}

const SHORT_INPUT = html` inputmode="numeric" autocomplete="one-time-code" maxlength="11"`
const LONG_INPUT = html` autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="20"`

const shortWords = ({ email, sentAgain }: { email: string; sentAgain?: boolean }): Html =>
  richHtml(
    sentAgain
      ? t('We sent a new code to <strong>address</strong>. It works for 10 minutes.')
      : t('We sent a code to <strong>address</strong>. It works for 10 minutes.'),
    { strong: () => html`<strong>${email}</strong>` },
  )

const longWords = (email: string): Html =>
  richHtml(
    t(
      'We were asked for many codes for <strong>address</strong>, so we send no six-digit ones for now. Our newest email to it, “Your longer Dosewell code”, has a code that works instead.',
    ),
    { strong: () => html`<strong>${email}</strong>` },
  )
