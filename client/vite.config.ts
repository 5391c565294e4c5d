// Configures the build of the client: one page, split by screen, ready for a nonce.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutIconFont()],
  // The server puts a fresh nonce in place of this word in every page it sends.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Inlined files would be data: URLs, which the content security policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})

/** The calendar library brings a font for icons that we do not use; our policy refuses fonts that are no files of ours. */
function withoutIconFont(): Plugin {
  return {
    name: 'without-icon-font',
    transform(code, id) {
      if (!id.includes('@fullcalendar/core')) return undefined
      return { code: code.replace(/@font-face\{font-family:fcicons[^}]*\}/, ''), map: null }
    },
  }
}
