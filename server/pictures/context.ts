import type { Context } from '../http/context.ts'
import type { Recogniser } from '../recognition/recogniser.ts'
import type { BlobStore } from './blob-store.ts'
import type { PictureWorkshop } from './picture-workshop.ts'

export interface PictureContext extends Context {
  /** Where pictures are kept. */
  blobs: BlobStore
  /** Where they are made ready for it. */
  workshop: PictureWorkshop
  /** Reads the print on them. */
  recogniser: Recogniser
}
