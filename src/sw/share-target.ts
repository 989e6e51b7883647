import { mayUse } from '#domain/access/may-use.ts'
import { newId, type PrescriptionId } from '#domain/lib/ids.ts'
import { toInstant } from '#domain/lib/instant.ts'
import { DOCUMENT_BYTES } from '#domain/protocol/documents.ts'
import { SHARED_AT_ONCE, SHARED_FIELD, type ShareProblem, sharedAddress } from '#domain/protocol/share.ts'
import { keepScan, readKeptScans } from '#src/data/upload-queue.ts'
import { deviceClock } from '#src/platform/clock.ts'
import { type LocalData, pathHere, withLocalData } from './local-data.ts'

/** Some systems do not name the type of a HEIC. */
const isPicture = ({ type, name }: File): boolean => type.startsWith('image/') || /\.hei[cf]$/i.test(name)

/**
 * Answers a picture shared from another app: it waits on this device, and the page of scans opens, where the user looks
 * at it before anything is sent. Any other site could have caused this, so it is never sent by itself. Without a user
 * who may scan nothing is kept, and the page says why.
 */
export async function takeShared(request: Request): Promise<Response> {
  const location = await withLocalData(async (local) => {
    const problem = await keepShared(request, local).catch(() => 'not-stored' as const)
    // It waits with the account's own person, and the page may show somebody else.
    return pathHere(sharedAddress(problem), local.user.id)
  }).catch(() => sharedAddress('not-stored'))
  return new Response(null, { status: 303, headers: { location: location ?? sharedAddress(null) } })
}

async function keepShared(request: Request, { db, user }: LocalData): Promise<ShareProblem | null> {
  if (!mayUse(user, 'premium', deviceClock.now()).allowed) return null
  const shared = await picturesIn(request)
  if (shared.length === 0) return 'no-picture'
  const waiting = (await readKeptScans(db)).filter(({ isShared }) => isShared).length
  const taken = shared.slice(0, Math.max(0, SHARED_AT_ONCE - waiting))
  let problem: ShareProblem | null = taken.length < shared.length ? 'too-many' : null
  for (const file of taken) {
    if (!isPicture(file)) problem = 'no-picture'
    else if (file.size > DOCUMENT_BYTES) problem = 'too-large'
    else
      await keepScan(db, {
        id: newId<PrescriptionId>(deviceClock),
        scanType: 'prescription',
        uploadMethod: 'upload',
        createdAt: toInstant(deviceClock.now()),
        // Without the file's name.
        image: file.slice(0, file.size, file.type),
        problem: null,
        isShared: true,
      })
  }
  return problem
}

async function picturesIn(request: Request): Promise<File[]> {
  const form = await request.formData().catch(() => null)
  return (form?.getAll(SHARED_FIELD) ?? []).filter((part) => part instanceof File && part.size > 0) as File[]
}
