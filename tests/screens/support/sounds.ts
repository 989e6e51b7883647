import type { DOMWindow } from 'jsdom'

/** jsdom logs "not implemented" when something is played. Here nothing is ever loaded, so nothing sounds. */
export const addSilence = (window: DOMWindow): void =>
  void Object.assign(window.HTMLMediaElement.prototype, { load() {}, async play() {}, pause() {} })
