declare module 'zxing-wasm/reader/zxing_reader.wasm?url' {
  const address: string
  export default address
}
