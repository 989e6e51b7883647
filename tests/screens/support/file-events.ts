import { resolveObjectURL } from 'node:buffer'
import { basename } from 'node:path'
import type { DOMWindow } from 'jsdom'
import type { UploadedFile } from './locator.ts'

/** A file that a page gave to the browser to save. */
export interface Download {
  suggestedFilename(): string
  bytes(): Promise<Buffer>
}

/** A page's question for files. */
export interface FileChooser {
  setFiles(files: string | UploadedFile | UploadedFile[]): Promise<void>
}

export interface FileEvents {
  download: Download
  filechooser: HTMLInputElement
}

/** Called with what a page hands over to the browser. */
export type OnFileEvent = <K extends keyof FileEvents>(kind: K, what: FileEvents[K]) => void

/**
 * Links that save a file, and inputs that ask for one, when a script presses them: jsdom would navigate to the former,
 * and does nothing for the latter.
 */
export function addFileEvents(window: DOMWindow, onFileEvent: OnFileEvent): void {
  const { HTMLAnchorElement: Link, HTMLInputElement: Input } = window
  const { click } = window.HTMLElement.prototype
  Link.prototype.click = function () {
    if (this.hasAttribute('download') && this.href.startsWith('blob:')) onFileEvent('download', downloadOf(this))
    else click.call(this)
  }
  Input.prototype.click = function () {
    click.call(this)
    if (this.type === 'file' && !this.disabled) onFileEvent('filechooser', this)
  }
}

function downloadOf({ href, download }: HTMLAnchorElement): Download {
  const blob = resolveObjectURL(href)
  if (!blob) throw new Error(`${href} is nothing to save`)
  return {
    suggestedFilename: () => basename(download),
    bytes: async () => Buffer.from(await blob.arrayBuffer()),
  }
}
