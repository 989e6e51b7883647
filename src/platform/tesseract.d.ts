/** The package's own browser bundle; its entry point is written for a bundler with Node's names. */
declare module 'tesseract.js/dist/tesseract.esm.min.js' {
  import tesseract from 'tesseract.js'
  export default tesseract
}

declare module '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url' {
  const address: string
  export default address
}

declare module 'tesseract.js/dist/worker.min.js?url' {
  const address: string
  export default address
}

declare module 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url' {
  const address: string
  export default address
}
