import type { SlotView } from '#domain/doses/dose-views.ts'
import type { DueReminder } from '#domain/reminders/alerts.ts'
import type { AppointmentReminder, AppointmentsHere } from '#domain/reminders/appointment-reminders.ts'
import { withdrawnAt } from '#domain/reminders/decision.ts'
import {
  appointmentNotice,
  discreetly,
  earlyNotice,
  type Notice,
  type NoticeOwner,
  readNoticeData,
  reminderNotice,
} from '#domain/reminders/notices.ts'
import { readWording } from '#src/data/push-notes.ts'
import { warnOnce } from '#src/platform/logger.ts'
import { closeAppointmentNotices, closeQuietNotices, noticeOptions, showNotice } from '#src/platform/show-notice.ts'
import { useAppLock } from '#src/session/app-lock.ts'

const registrationOf = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  return registration?.active ? registration : undefined
}

/**
 * Returns whether notifications must omit names. An open page on a locked phone shows its notifications on the lock
 * screen like any others (R3.7). Always true while the app is locked.
 */
async function saysNoNames(): Promise<boolean> {
  if (useAppLock.getState().isLocked) return true
  // If the setting cannot be read, too little is better than too much.
  const wording = await readWording().catch(() => 'discreet')
  return wording === 'discreet'
}

/**
 * Shows one notification for each reminder that was just granted (docs/reminders.md: the open page shows single ones).
 * This closes a group that the worker showed; its other doses get notifications of their own, without a sound. Never
 * rejects.
 * @param onClick for a browser without a running worker, where the click arrives here
 */
export async function notifyPerson(
  fresh: readonly DueReminder[],
  shown: readonly DueReminder[],
  owner: NoticeOwner,
  onClick: () => void,
): Promise<void> {
  try {
    const registration = await registrationOf()
    const isDiscreet = await saysNoNames()
    const noticeOf = (due: DueReminder, sounds: boolean) => {
      const notice = reminderNotice([due], owner, sounds)
      return isDiscreet ? discreetly(notice) : notice
    }
    if (!registration) {
      for (const due of fresh) notifyWithoutWorker(noticeOf(due, true), onClick)
      return
    }
    const orphans = await losingTheirGroup(registration, fresh, shown)
    for (const due of fresh) await showNotice(registration, noticeOf(due, true))
    for (const due of orphans) await showNotice(registration, noticeOf(due, false))
  } catch (cause) {
    warnOnce('The reminder notification could not be shown', cause)
  }
}

async function losingTheirGroup(
  registration: ServiceWorkerRegistration,
  fresh: readonly DueReminder[],
  ringing: readonly DueReminder[],
): Promise<DueReminder[]> {
  const freshIds = new Set(fresh.map(({ reminder }) => reminder.slotId))
  const groups = (await registration.getNotifications())
    .map((shown) => readNoticeData(shown.data)?.slotIds ?? [])
    .filter((slotIds) => slotIds.length > 1 && slotIds.some((id) => freshIds.has(id)))
  const members = new Set(groups.flat())
  return ringing.filter(({ reminder }) => members.has(reminder.slotId) && !freshIds.has(reminder.slotId))
}

function notifyWithoutWorker(notice: Notice, onClick: () => void): void {
  // Only a worker's notifications can have buttons; the constructor refuses them.
  const { actions: _workerOnly, ...options } = noticeOptions(notice)
  const shown = new Notification(notice.title, options)
  shown.onclick = () => {
    shown.close()
    window.focus()
    onClick()
  }
}

/** Shows one quiet notification for each dose that is coming up and was just granted. Never rejects. */
export async function notifyOfComingUp(fresh: readonly DueReminder[], owner: NoticeOwner): Promise<void> {
  try {
    const registration = await registrationOf()
    const isDiscreet = await saysNoNames()
    for (const due of fresh) {
      const full = earlyNotice([due], owner)
      const notice = isDiscreet ? discreetly(full) : full
      if (registration) await showNotice(registration, notice)
      else notifyWithoutWorker(notice, () => {})
    }
  } catch (cause) {
    warnOnce('The notice before a dose could not be shown', cause)
  }
}

/** Shows one notification for each appointment reminder granted to this page (R7.4). */
export async function notifyOfAppointments(
  fresh: readonly AppointmentReminder[],
  about: Parameters<typeof appointmentNotice>[1],
  onClick: () => void,
): Promise<void> {
  try {
    const registration = await registrationOf()
    const isDiscreet = await saysNoNames()
    for (const reminder of fresh) {
      const full = appointmentNotice(reminder, about, true)
      const notice = isDiscreet ? discreetly(full) : full
      if (registration) await showNotice(registration, notice)
      else notifyWithoutWorker(notice, onClick)
    }
  } catch (cause) {
    warnOnce('The reminder of an appointment could not be shown', cause)
  }
}

/** Closes reminders of appointments that were moved, completed or deleted. */
export async function closeOffAppointments(appointments: AppointmentsHere): Promise<void> {
  try {
    const registration = await registrationOf()
    if (registration) await closeAppointmentNotices(registration, appointments)
  } catch (cause) {
    warnOnce('Reminders of appointments could not be closed', cause)
  }
}

/** Closes reminders of doses that were logged or snoozed anywhere. Never rejects. */
export async function closeAnswered(views: readonly SlotView[], now: number): Promise<void> {
  try {
    const registration = await registrationOf()
    if (!registration) return
    const withdrawn = withdrawnAt(views, now)
    await closeQuietNotices(registration, (id) => withdrawn.has(id))
  } catch (cause) {
    warnOnce('Reminders could not be closed', cause)
  }
}
