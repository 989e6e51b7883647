/**
 * Returns whether the server said, in the document, that this browser sent no session. The worker's copy never says so.
 */
export const isKnownVisitor = (): boolean =>
  document.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none'
