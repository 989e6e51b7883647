import * as z from 'zod/mini'

/** GET /api/user/storage: what the pictures of an account take, and may take, in bytes. */
export const storageAnswer = z.object({ usedBytes: z.int(), quotaBytes: z.int() })
export type Storage = z.infer<typeof storageAnswer>
