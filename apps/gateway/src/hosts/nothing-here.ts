import type { Response } from 'express'

/** Its own style and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For whoever typed the name of a domain and no gallery: in the manner of the gallery, light and dark as the system has it. */
export function nothingHere(response: Response): void {
  response.status(404).set({ 'Content-Security-Policy': POLICY, 'X-Robots-Tag': 'noindex' }).type('html').send(PAGE)
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No gallery here</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center }
  h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .5rem }
  p { margin: 0; max-width: 28rem }
</style>
<main>
  <h1>No gallery here</h1>
  <p>Please open the whole link that your photographer sent you.</p>
</main>
</html>`
