import type { DOMWindow } from 'jsdom'
import type { Network } from './network.ts'
import { task } from './task.ts'

/** Returns a page's XMLHttpRequest class: as much of it as an upload needs, over its device's network. */
export function xhrOf(network: Network, window: DOMWindow, closed: AbortSignal) {
  return class XMLHttpRequest extends window.EventTarget {
    readonly upload: Upload = Object.assign(new window.EventTarget(), { onprogress: null })
    onloadend: (() => void) | null = null
    status = 0
    statusText = ''
    responseText = ''
    responseType = ''
    timeout = 0
    #request = { method: 'GET', url: '', headers: new Headers() }
    #answer: Response | null = null
    readonly #ended = new AbortController()

    get response(): string {
      return this.responseText
    }

    open(method: string, url: string): void {
      this.#request = { method, url, headers: new Headers() }
    }

    setRequestHeader(name: string, value: string): void {
      this.#request.headers.set(name, value)
    }

    getResponseHeader(name: string): string | null {
      return this.#answer?.headers.get(name) ?? null
    }

    abort(): void {
      this.#ended.abort()
      this.#say('abort')
    }

    send(body?: BodyInit): void {
      void this.#run(body).then(
        () => this.#say('load'),
        () => this.#ended.signal.aborted || this.#say('error'),
      )
    }

    async #run(body: BodyInit | undefined): Promise<void> {
      const { method, url, headers } = this.#request
      const init = { method, headers, signal: this.#ended.signal, ...(body === undefined ? {} : { body }) }
      const onSent = () => void task().then(() => this.#saySent())
      const answer = await network.fetch(url, init, closed, onSent)
      this.#saySent()
      this.responseText = await answer.text()
      this.status = answer.status
      this.statusText = answer.statusText
      this.#answer = answer
    }

    #saySent(): void {
      if (closed.aborted || this.#ended.signal.aborted) return
      this.upload.onprogress?.({ loaded: 1, total: 1 })
    }

    #say(event: string): void {
      this.dispatchEvent(new window.ProgressEvent(event))
      this.onloadend?.()
    }
  }
}

type Upload = EventTarget & { onprogress: ((event: { loaded: number; total: number }) => void) | null }
