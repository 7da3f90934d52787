import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/**
 * Replacements in Node of browser objects that modules of the application access when they are loaded. There is none
 * for passkeys, which the page hides if the browser does not support them.
 */
const BROWSER_STUBS = {
  window: { addEventListener: () => {}, location: { hostname: '' }, PublicKeyCredential: true },
  document: { addEventListener: () => {}, querySelector: () => null, getElementById: () => null },
}
const FIRST_SCREEN_TAG = '<div id="first-screen">'
type Renderer = { renderSignIn: () => string }

/** Renders the first screen of the sign-in, which is the same for all users, into its page. */
export const signInPage: Plugin = {
  name: 'sign-in-page',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const renderer = join(dir, 'sign-in-first-screen.mjs')
    Object.assign(globalThis, BROWSER_STUBS)
    const { renderSignIn } = (await import(pathToFileURL(renderer).href)) as Renderer
    const page = join(dir, 'sign-in.html')
    writeFileSync(
      page,
      readFileSync(page, 'utf8').replace(FIRST_SCREEN_TAG, () => FIRST_SCREEN_TAG + renderSignIn()),
    )
    // The renderer is removed, because only the rendered page is served.
    rmSync(renderer)
  },
}

/** Fails the build if the renderers for visitors' pages need a browser, because the gateway loads them in Node. */
export const loadRenderersInNode: Plugin = {
  name: 'load-renderers-in-node',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    await import(pathToFileURL(join(dir, 'first-screens.mjs')).href)
  },
}
