/** The part of libheif-js that is used; the package has no types for its decoder. */
declare module 'libheif-js/libheif-wasm/libheif.js' {
  interface HeifImage {
    get_width(): number
    get_height(): number
    display(into: ImageData, done: (shown: ImageData | null) => void): void
  }
  export default function libheif(options: { wasmBinary: ArrayBuffer }): {
    HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
  }
}

declare module 'libheif-js/libheif-wasm/libheif.wasm?url' {
  const address: string
  export default address
}
