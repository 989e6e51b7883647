/** The parts of @echogarden/espeak-ng-emscripten that we use; the package has no types. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface Synthesizer {
    /** A voice file, with `+` and a variant. */
    set_voice(name: string, language: string): number
    /** Words per minute; limited to 80 to 450. */
    set_rate(rate: number): void
    /** 0 to 99. */
    set_pitch(pitch: number): void
    set_range(range: number): void
    /** Per cent. */
    set_volume(volume: number): void
    get_samplerate(): number
    /** Reads SSML. Stops if the callback returns true. */
    synthesize(text: string, take: (samples: Int16Array | null) => boolean): void
  }
  const load: (options: { print: () => void; printErr: () => void }) => Promise<{
    eSpeakNGWorker: new () => Synthesizer
  }>
  export default load
}
