import * as z from 'zod/mini'

/** GET /api/user/storage: the space used and allowed for an account's pictures, in bytes. */
export const storageAnswer = z.object({ usedBytes: z.int(), quotaBytes: z.int() })
export type Storage = z.infer<typeof storageAnswer>
