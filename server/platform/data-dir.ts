import { join } from 'node:path'

/**
 * Uploaded files: each is written before the commit that names it, never changed, and removed after the commit that
 * drops it.
 */
export const filesIn = (directory: string): string => join(directory, 'files')
