// Reads the nonce of the page for styles made at run time.
import { setNonce } from 'get-nonce'

export function readNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Tells the library that locks scrolling behind dialogs. */
export function passNonce(): void {
  setNonce(readNonce())
}
