/** What account.json of an export says it is, so that a later version can tell what it reads. */
export const EXPORT_FORMAT = 'dosewell-export'
export const EXPORT_VERSION = 1

/** The files of an export whose names others have to know, by what is in them. */
export const EXPORT_FILES = {
  account: 'account.json',
  profile: 'profile.json',
  medications: 'medications.json',
  doses: 'doses.json',
  appointments: 'appointments.json',
  documents: 'documents.json',
  prescriptions: 'prescriptions.json',
  payments: 'payments.json',
} as const

/** How many exports an account may ask for in 24 hours. */
export const EXPORTS_A_DAY = 3

/** The file's name: the day of the export in the person's zone. */
export const exportFileName = (date: string): string => `dosewell-${date}.zip`
