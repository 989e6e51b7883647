/** How account.json identifies an export, so that a later version knows what it is reading. */
export const EXPORT_FORMAT = 'dosewell-export'
export const EXPORT_VERSION = 1

/** The export's files whose names matter elsewhere, by content. */
export const EXPORT_FILES = {
  account: 'account.json',
  profile: 'profile.json',
  people: 'people.json',
  medications: 'medications.json',
  doses: 'doses.json',
  supply: 'supply.json',
  appointments: 'appointments.json',
  documents: 'documents.json',
  prescriptions: 'prescriptions.json',
  payments: 'payments.json',
} as const

/** The folder with the data of those whom the account keeps, each in a folder named after their id. */
export const PEOPLE_FOLDER = 'people/'

/** How many exports an account may ask for in 24 hours. */
export const EXPORTS_A_DAY = 3

/** Returns the name of the file: the day of the export in the user's zone. */
export const exportFileName = (date: string): string => `dosewell-${date}.zip`

/** Returns the name of the file for another system. */
export const fhirFileName = (date: string): string => `dosewell-fhir-${date}.json`
