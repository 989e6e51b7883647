import type { Context } from '../http/context.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { BlobStore } from './blob-store.ts'
import type { PictureWorkshop } from './picture-workshop.ts'

export interface PictureContext extends Context {
  /** Where pictures are stored. */
  blobs: BlobStore
  /** Prepares pictures for storage. */
  workshop: PictureWorkshop
  /** Reads the text on them. */
  recogniser: Recogniser
}
