import { clockText } from '../doses/dose-text.ts'
import type { SlotView } from '../doses/dose-views.ts'
import { t } from '../language/translate.ts'
import { msOf } from '../lib/instant.ts'
import { formatTime12, MINUTE } from '../lib/local-time.ts'
import type { DoseAct, DoseDetails } from './dose-verbs.ts'

/** Returns the message about an act that was saved at `now` (ms). */
export function saidOf(act: DoseAct, now: number, zone: string): { title: string; description?: string | undefined } {
  const takenText = (medicine: string, details?: DoseDetails) =>
    t('{medicine} taken at {time}', { medicine, time: timeOf(details, now, zone) })
  switch (act.verb) {
    case 'take':
      return { title: takeText(act, now, zone) }
    case 'skip':
      return {
        title: saidAbout(
          act.doses,
          (medicine) => t('{medicine} skipped', { medicine }),
          (count) => t('{count, plural, one {# dose skipped} other {# doses skipped}}', { count }),
        ),
      }
    case 'snooze':
      return { title: snoozeText(act, now, zone) }
    case 'move': {
      const time = formatTime12(act.to)
      return {
        title: saidAbout(
          act.doses,
          (medicine) => t('{medicine} moved to {time}', { medicine, time }),
          (count) =>
            t('{count, plural, one {# dose moved to {time}} other {# doses moved to {time}}}', { count, time }),
        ),
      }
    }
    case 'take extra':
      return { title: takenText(act.medication.name, act.details) }
    case 'correct': {
      const { name } = act.dose
      return {
        title: act.to.kind === 'taken' ? takenText(name, act.to.details) : t('{medicine} skipped', { medicine: name }),
      }
    }
    case 'undo': {
      // A dose outside the plan has no reminder that could come back.
      const isPlanned = act.events.some(({ slotId }) => slotId !== null)
      return { title: t('Undone'), description: isPlanned ? t('The reminder is back as it was.') : undefined }
    }
  }
}

const timeOf = (details: DoseDetails | undefined, now: number, zone: string): string =>
  clockText(details?.at ? msOf(details.at) : now, zone)

/** Says it of the medicine of a single dose, or of how many doses it is. */
function saidAbout(
  doses: readonly SlotView[],
  one: (medicine: string) => string,
  many: (count: number) => string,
): string {
  return doses.length === 1 ? one(doses[0]?.name ?? '') : many(doses.length)
}

function takeText({ doses, moment }: Extract<DoseAct, { verb: 'take' }>, now: number, zone: string): string {
  if (moment === 'as planned')
    return saidAbout(
      doses,
      (medicine) => t('{medicine} taken as planned', { medicine }),
      (count) => t('{count, plural, one {# dose taken as planned} other {# doses taken as planned}}', { count }),
    )
  const time = timeOf(moment, now, zone)
  return saidAbout(
    doses,
    (medicine) => t('{medicine} taken at {time}', { medicine, time }),
    (count) => t('{count, plural, one {# dose taken at {time}} other {# doses taken at {time}}}', { count, time }),
  )
}

function snoozeText({ doses, minutes }: Extract<DoseAct, { verb: 'snooze' }>, now: number, zone: string): string {
  if (minutes > 60)
    return saidAbout(
      doses,
      (medicine) => t('{medicine} snoozed until you open the app', { medicine }),
      (count) =>
        t(
          '{count, plural, one {# dose snoozed until you open the app} other {# doses snoozed until you open the app}}',
          { count },
        ),
    )
  const time = clockText(now + minutes * MINUTE, zone)
  return saidAbout(
    doses,
    (medicine) => t('{medicine} snoozed to {time}', { medicine, time }),
    (count) => t('{count, plural, one {# dose snoozed to {time}} other {# doses snoozed to {time}}}', { count, time }),
  )
}
