/**
 * The worker in which libheif decodes one HEIC. It receives the file and posts the picture, upright as the file says,
 * or null. It is separate from the page because WebAssembly needs a policy that the page does not get
 * (server/http/plugins/client.ts), because decoding takes seconds, and because the decoder's memory is freed with the
 * worker.
 */
import libheif from 'libheif-js/libheif-wasm/libheif.js'
import wasm from 'libheif-js/libheif-wasm/libheif.wasm?url'
import { DOCUMENT_PIXELS } from '#domain/protocol/documents.ts'

async function decoded(file: Blob): Promise<ImageBitmap | null> {
  const [wasmBinary, bytes] = await Promise.all([
    fetch(wasm).then((response) => response.arrayBuffer()),
    file.arrayBuffer(),
  ])
  const { HeifDecoder } = libheif({ wasmBinary })
  const [image] = new HeifDecoder().decode(new Uint8Array(bytes))
  if (!image || image.get_width() * image.get_height() > DOCUMENT_PIXELS) return null
  const pixels = new ImageData(image.get_width(), image.get_height())
  const shown = await new Promise<ImageData | null>((resolve) => image.display(pixels, resolve))
  return shown && createImageBitmap(shown)
}

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const bitmap = await decoded(data).catch(() => null)
  postMessage(bitmap, { transfer: bitmap ? [bitmap] : [] })
})
