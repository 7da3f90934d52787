import { AppError } from '@daymark/contracts'
import type { Request, Response } from 'express'
import { acceptsHtml, sendPlainPage } from '../../pages/plain-page.ts'

const REFRESH_SECONDS = 2

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
    .set({ 'Cache-Control': 'no-store', 'Retry-After': String(REFRESH_SECONDS), Refresh: String(REFRESH_SECONDS) })
  sendPlainPage(response, {
    title: 'Preparing your download',
    css: 'progress { width: min(20rem, 80vw); margin: 1rem auto } a { color: inherit }',
    content: `<p>${ready} of ${total} photos are ready. The download starts automatically.</p>
  <progress value="${ready}" max="${total}" aria-label="Photos that are ready"></progress>
  <p><a href="/share/${encodeURIComponent(token)}">Back to the gallery</a></p>`,
  })
  return true
}
