import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** What modules of the application read from the browser when they are loaded. A script of the page hides passkeys where they are missing. */
const browser = {
  window: { addEventListener: () => {}, location: { hostname: '' }, PublicKeyCredential: true },
  document: { addEventListener: () => {}, querySelector: () => null, getElementById: () => null },
}
const EMPTY = '<div id="first-screen">'
type Renderer = { renderSignIn: () => string }

/** Renders the first screen of the sign-in into its page: unlike those of visitors it is always the same. */
export const signInPage: Plugin = {
  name: 'sign-in-page',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const renderer = join(dir, 'sign-in-first-screen.mjs')
    Object.assign(globalThis, browser)
    const { renderSignIn } = (await import(pathToFileURL(renderer).href)) as Renderer
    const page = join(dir, 'sign-in.html')
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(EMPTY, () => EMPTY + renderSignIn()),
    )
    // No server needs it.
    rmSync(renderer)
  },
}
