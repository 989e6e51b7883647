/** Returns the Message-ID of a mail with this id or key: the same for every attempt. */
export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${/@([^@<>\s]+)>?$/.exec(from)?.[1] ?? 'localhost.localdomain'}>`

/** Returns the id of the queued mail in a Message-ID, or null if it has another form. */
export const idInMessageId = (messageId: string): string | null =>
  /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]?.toLowerCase() ?? null
