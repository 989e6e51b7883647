/** Unicode's first strong isolate, and the end of it. */
const [START, END] = ['\u2068', '\u2069']

/** Returns the text so that its direction is its own; once is enough. */
export const isolated = (text: string): string =>
  text === '' || (text.startsWith(START) && text.endsWith(END)) ? text : `${START}${text}${END}`
