/** The parts of sherpa-onnx-node that we use; its own types are comments. */
declare module 'sherpa-onnx-node' {
  export class OfflineRecognizer {
    /** A model that it cannot use ends the process; the reason is on standard error. */
    constructor(config: {
      featConfig: { sampleRate: number; featureDim: number }
      modelConfig: Record<string, unknown>
    })
    createStream(): OfflineStream
    decode(stream: OfflineStream): void
    getResult(stream: OfflineStream): { text: string }
  }
  interface OfflineStream {
    /** Samples from -1 to 1; other rates than the model's are resampled. */
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void
  }
}
