import type { Request, Response } from 'express'

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  // The page uses only its inline style. There is no `sandbox` directive, because it would prevent the automatic refresh of a page.
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Robots-Tag': 'noindex',
}

/** Whether the client prefers HTML, as a browser does when a user opens a URL. */
export const acceptsHtml = (request: Request): boolean => request.accepts(['json', 'html']) === 'html'

type PlainPage = {
  title: string
  /** Style in addition to that of all pages. */
  css: string
  /** HTML below the title. */
  content: string
}

/** Sends a page without scripts, which follows the light or dark mode of the system. */
export function sendPlainPage(response: Response, { title, css, content }: PlainPage): void {
  response.set(HEADERS).send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center }
  h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .5rem }
  ${css}
</style>
<main>
  <h1>${title}</h1>
  ${content}
</main>
</html>`)
}
