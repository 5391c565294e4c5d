// The nonce of this page, for the style elements that components make at run time.
import { setNonce } from 'get-nonce'

export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Tells the library that locks scrolling behind dialogs. */
export function passNonce(): void {
  setNonce(readNonce())
}
