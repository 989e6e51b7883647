import { join } from 'node:path'

/** What people upload: each file is written before the commit that names it, never changed, and removed after the commit that forgets it. */
export const filesIn = (directory: string): string => join(directory, 'files')
