import { t } from '#domain/language/translate.ts'
import { CONTACT_MOST, type ContactMessage } from '#domain/records/contact.ts'
import { fieldError, gatePage } from '../http/pages/gate.ts'
import { type Html, html } from '../http/pages/html.ts'

function field(
  name: keyof ContactMessage,
  label: string,
  problem: string | undefined,
  control: (aria: Html) => Html,
): Html {
  const aria = problem ? html` aria-invalid="true" aria-describedby="${name}-error"` : html``
  return html`<div class="field"><label class="field__label" for="${name}">${label}</label>
${control(aria)}
${problem && fieldError(`${name}-error`, problem)}</div>`
}

const line = (name: keyof ContactMessage, type: string, complete: string, value: string) => (aria: Html) =>
  html`<input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${complete}" maxlength="${CONTACT_MOST[name]}" value="${value}"${aria}>`

/**
 * Returns the contact form for a browser without script when something has to be corrected; everything that was typed
 * is still there.
 */
export function contactFormPage(
  typed: ContactMessage & { id: string },
  problems: Partial<ContactMessage>,
  /** A problem that is not about a field. */
  trouble?: string,
): string {
  return gatePage({
    title: t('Problem: Contact'),
    card: html`<form class="dialog" method="post" action="/api/contact" novalidate>
<h1>${t('Contact')}</h1>
${trouble && fieldError('trouble', trouble)}
<input type="hidden" name="id" value="${typed.id}">
${field('name', t('Your name'), problems.name, line('name', 'text', 'name', typed.name))}
${field('email', t('Email'), problems.email, line('email', 'email', 'email', typed.email))}
${field('subject', t('Subject'), problems.subject, line('subject', 'text', 'off', typed.subject))}
${field('message', t('Message'), problems.message, (aria) => html`<textarea class="input" id="message" name="message" rows="8"${aria}>${typed.message}</textarea>`)}
<button class="btn btn--primary btn--lg btn--block" type="submit">${t('Send Message')}</button>
</form>`,
  })
}
