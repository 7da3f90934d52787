import { AppError } from '@daymark/contracts'
import type { Request, Response } from 'express'

const REFRESH_SECONDS = 2
/** The page needs only its inline style. There is no `sandbox` directive, because it would prevent the automatic refresh. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Whether the client prefers HTML, as a browser does when a user opens a URL. */
export const acceptsHtml = (request: Request): boolean => request.accepts(['json', 'html']) === 'html'

/**
 * Sends a progress page if the error is ARCHIVE_PREPARING and a browser made the request. The page downloads the ZIP when it is ready.
 * Returns false if it sent nothing.
 */
export function sendPreparingPage(error: unknown, token: string, request: Request, response: Response): boolean {
  if (!(error instanceof AppError) || error.code !== 'archive_preparing') return false
  if (!acceptsHtml(request)) return false
  const [ready, total] = [Number(error.params['ready']), Number(error.params['total'])]
  response
    .status(error.status)
    .set({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': CONTENT_SECURITY_POLICY,
      'Cache-Control': 'no-store',
      'Retry-After': String(REFRESH_SECONDS),
      Refresh: String(REFRESH_SECONDS),
      'X-Robots-Tag': 'noindex',
    })
    .send(renderPage(ready, total, `/share/${encodeURIComponent(token)}`))
  return true
}

/** The page follows the light or dark mode of the system. `galleryPath`: where the link back leads. */
const renderPage = (ready: number, total: number, galleryPath: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Preparing your download</title>
<style>
  :root { color-scheme: light dark }
  body { font: 1rem/1.6 system-ui, sans-serif; display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center }
  h1 { font-size: 1.25rem; font-weight: 600; margin: 0 0 .5rem }
  progress { width: min(20rem, 80vw); margin: 1rem auto }
  a { color: inherit }
</style>
<main>
  <h1>Preparing your download</h1>
  <p>${ready} of ${total} photos are ready. The download starts automatically.</p>
  <progress value="${ready}" max="${total}" aria-label="Photos that are ready"></progress>
  <p><a href="${galleryPath}">Back to the gallery</a></p>
</main>
</html>`
