/** What an address ends with when the module is read as that change, of those in SOURCE_CHANGES, makes it. */
export const changeNumber = (number: number): string => `?change=${number}`

const NUMBERED = /\?change=(\d+)$/

/** Returns the number of the change with which the module is read; null for the module as it is. */
export function changeOf(address: string | undefined): number | null {
  const number = address && NUMBERED.exec(address)?.[1]
  return number ? Number(number) : null
}

/** Returns the address without that ending. */
export const asItIs = (address: string): string => address.replace(NUMBERED, '')
