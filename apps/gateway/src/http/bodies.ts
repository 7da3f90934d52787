import { KB, MB } from '@daymark/contracts'
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express'

/** Nobody has signed in yet when these are read. */
const credentials = express.json({ limit: 16 * KB })
/** READINGS 42: sent by sendBeacon, whatever content type the browser gives it. */
const beacon = express.text({ limit: 64 * KB, type: () => true })
/** The order of an album of 100,000 photos. */
const order = express.json({ limit: 8 * MB })
const ordinary = express.json({ limit: MB })

/** Even on a slow line; whoever takes longer only wants to hold the connection. */
const BODY_MS = 30_000

/** Reads JSON bodies within the limits of their route and of time. Uploads are not touched: they are streamed. */
export function readBodies(): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const patience = setTimeout(() => request.destroy(), BODY_MS)
    reader(request.path)(request, response, (error?: unknown) => {
      clearTimeout(patience)
      next(error)
    })
  }
}

function reader(path: string): RequestHandler {
  if (path.startsWith('/api/auth/') || path.endsWith('/unlock')) return credentials
  if (path === '/api/shares/track') return beacon
  return path.endsWith('/reorder') ? order : ordinary
}
