import { stateText } from '#domain/doses/dose-text.ts'
import type { SlotView } from '#domain/doses/dose-views.ts'
import { shownTime } from '#domain/doses/moved-slot.ts'
import { t } from '#domain/language/translate.ts'
import { formatDate, formatLongWeekday, formatTime12 } from '#domain/lib/local-time.ts'
import { localAt } from '#domain/lib/zone.ts'
import { gatePage } from '../http/pages/gate.ts'
import { Html, html } from '../http/pages/html.ts'

interface Listed {
  name: string
  views: readonly SlotView[]
  zone: string
  /** When the link ends (ms). */
  endsAt: number | null
  now: number
}

/** Returns today's list as somebody without an account sees it: what is planned, and what became of it. */
export function listPage({ name, views, zone, endsAt, now }: Listed): string {
  const { date, time } = localAt(now, zone)
  const until = endsAt === null ? null : formatDate(localAt(endsAt, zone).date)
  return gatePage({
    title: t('Today'),
    wide: true,
    card: html`<div class="dialog">
<h1>${t('{name}, today', { name })}</h1>
<p>${t('{weekday}, {date}. As known at {time}.', { weekday: formatLongWeekday(date), date: formatDate(date), time: formatTime12(time) })}</p>
${views.length === 0 ? html`<p>${t('Nothing is planned today.')}</p>` : html`<ul class="day">${joined(views.map((view) => row(view, zone, now)))}</ul>`}
</div>`,
    foot: html`${t('This page only shows the list and is brought up to date every five minutes.')} ${until && t('It ends on {date}, or when it is no longer shared.', { date: until })} ${t('Whoever has its address can see it: keep it to yourself.')}`,
  })
}

const joined = (parts: readonly Html[]): Html => new Html(parts.map(({ markup }) => markup).join(''))

function row(view: SlotView, zone: string, now: number): Html {
  const { slot, name, dosage, state } = view
  const time = formatTime12(shownTime(slot))
  return html`<li><span class="day__time">${time}</span><span class="day__what"><strong>${name}</strong>${dosage && html`<span class="quiet">${dosage}</span>`}<span class="day__state day__state--${state}">${stateText(view, now, zone)}</span></span></li>`
}
