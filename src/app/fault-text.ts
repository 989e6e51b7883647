import type { StorageFault } from '#src/data/storage-fault.ts'

interface FaultText {
  title: string
  /** What happened and what helps. Says nothing about the user, since it may appear on a locked page. */
  text: string
}

/** For when the app cannot be shown because of it. */
export const OPENING_FAULTS: Record<StorageFault, FaultText> = {
  unavailable: {
    title: 'Dosewell can’t store anything in this browser',
    text: 'Its storage is blocked or missing, as in some private windows. Allow cookies and site data for Dosewell, or open it in an ordinary window.',
  },
  full: {
    title: 'This device’s storage is full',
    text: 'Dosewell needs a little room to open what it has stored here. Free some space, then try again.',
  },
  damaged: {
    title: 'What is stored on this device can’t be read',
    text: 'Part of it is damaged, or an update could not be finished. Trying again sometimes helps; starting over does.',
  },
  closed: {
    title: 'This device’s storage was closed',
    text: 'The browser closed it, or its data was cleared. Try again to open it.',
  },
  failed: {
    title: 'This browser could not open what it has stored',
    text: 'Its storage reported an error. Trying again often helps, and so does closing and reopening the browser.',
  },
  slow: {
    title: 'Opening is taking longer than it should',
    text: 'This browser’s storage is not answering yet. This page continues by itself when it does. Closing other Dosewell tabs or restarting the browser helps.',
  },
}

/** For an open page: what was typed is still there. */
export const LATER_FAULTS: Record<StorageFault, FaultText & { action: string }> = {
  ...mapped((words) => ({ ...words, action: 'Try again' })),
  full: {
    title: 'This device’s storage is full',
    text: 'Nothing new can be saved here. Free some space, then try again. What you are typing stays.',
    action: 'Try again',
  },
  closed: {
    title: 'This device’s storage was closed',
    text: 'What you are typing stays, but nothing is saved until it is open again.',
    action: 'Open again',
  },
  failed: {
    title: 'This device’s storage reported an error',
    text: 'Something could not be read or saved. What you are typing stays.',
    action: 'Try again',
  },
}

function mapped<T>(change: (words: FaultText) => T): Record<StorageFault, T> {
  const entries = Object.entries(OPENING_FAULTS).map(([fault, words]) => [fault, change(words)])
  return Object.fromEntries(entries) as Record<StorageFault, T>
}
