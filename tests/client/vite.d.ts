// The modules that Vite knows beside TypeScript's: styles and pictures.
/// <reference types="vite/client" />
