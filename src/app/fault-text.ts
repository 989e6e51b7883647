import { type Message, msg } from '#domain/language/message.ts'
import { t } from '#domain/language/translate.ts'
import type { StorageFault } from '#src/data/storage-fault.ts'

interface FaultText {
  title: Message
  /** What happened and what helps. Says nothing about the user, since it may appear on a locked page. */
  text: Message
}

/** For when the app cannot be shown because of it. */
const OPENING_FAULTS: Record<StorageFault, FaultText> = {
  unavailable: {
    title: msg('Dosewell can’t store anything in this browser'),
    text: msg(
      'Its storage is blocked or missing, as in some private windows. Allow cookies and site data for Dosewell, or open it in an ordinary window.',
    ),
  },
  full: {
    title: msg('This device’s storage is full'),
    text: msg('Dosewell needs a little room to open what it has stored here. Free some space, then try again.'),
  },
  damaged: {
    title: msg('What is stored on this device can’t be read'),
    text: msg(
      'Part of it is damaged, or an update could not be finished. Trying again sometimes helps; starting over does.',
    ),
  },
  closed: {
    title: msg('This device’s storage was closed'),
    text: msg('The browser closed it, or its data was cleared. Try again to open it.'),
  },
  failed: {
    title: msg('This browser could not open what it has stored'),
    text: msg(
      'Its storage reported an error. Trying again often helps, and so does closing and reopening the browser.',
    ),
  },
  slow: {
    title: msg('Opening is taking longer than it should'),
    text: msg(
      'This browser’s storage is not answering yet. This page continues by itself when it does. Closing other Dosewell tabs or restarting the browser helps.',
    ),
  },
}

/** Returns the same in the language of the moment. */
export const openingFault = (fault: StorageFault): { title: string; text: string } => ({
  title: t(OPENING_FAULTS[fault].title),
  text: t(OPENING_FAULTS[fault].text),
})

/** For an open page: what was typed is still there. */
export const LATER_FAULTS: Record<StorageFault, FaultText & { action: Message }> = {
  ...mapped((words) => ({ ...words, action: msg('Try again') })),
  full: {
    title: msg('This device’s storage is full'),
    text: msg('Nothing new can be saved here. Free some space, then try again. What you are typing stays.'),
    action: msg('Try again'),
  },
  closed: {
    title: msg('This device’s storage was closed'),
    text: msg('What you are typing stays, but nothing is saved until it is open again.'),
    action: msg('Open again'),
  },
  failed: {
    title: msg('This device’s storage reported an error'),
    text: msg('Something could not be read or saved. What you are typing stays.'),
    action: msg('Try again'),
  },
}

function mapped<T>(change: (words: FaultText) => T): Record<StorageFault, T> {
  const entries = Object.entries(OPENING_FAULTS).map(([fault, words]) => [fault, change(words)])
  return Object.fromEntries(entries) as Record<StorageFault, T>
}
