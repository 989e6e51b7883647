/** The Message-ID of a mail of the queue: the same at every attempt. */
export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${/@([^@<>\s]+)>?$/.exec(from)?.[1] ?? 'localhost.localdomain'}>`

/** The mail of the queue that a Message-ID would be of; null for what has another form. */
export const idInMessageId = (messageId: string): string | null =>
  /^<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageId)?.[1]?.toLowerCase() ?? null
