/** Returns the number of days in a field, from 1 to `most`; null if it holds none. */
export const wholeDays = (text: string, most = 365): number | null => {
  const days = /^\s*\d{1,4}\s*$/.test(text) ? Number(text) : 0
  return days >= 1 && days <= most ? days : null
}

/** Returns the hours in a field, from 1 to 72 in halves; null if it holds none. */
export const halfHours = (text: string): number | null => {
  const hours = /^\s*\d{1,2}([.,]\d{1,2})?\s*$/.test(text) ? Number(text.replace(',', '.')) : 0
  return hours >= 1 && hours <= 72 && Number.isInteger(hours * 2) ? hours : null
}
