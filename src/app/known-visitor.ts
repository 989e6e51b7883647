/**
 * Whether the server said with the document that this browser sent no session. The worker's copy of it says nothing.
 */
export const isKnownVisitor = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'
