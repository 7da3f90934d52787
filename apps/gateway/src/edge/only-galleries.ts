import { errors } from '@daymark/contracts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { guestOf } from '../hosts/guests.ts'
import { nothingHere } from '../hosts/nothing-here.ts'
import { isForMails, isForVisitors } from '../hosts/visitor-requests.ts'
import { ICON, ICON_POLICY } from './web-rules.ts'

/** Pages say for themselves whether they want to be found. */
const ROBOTS = 'User-agent: *\nDisallow:\n'

/** On a custom domain there is what visitors of galleries need, and nothing else (adr/0025). */
export function onlyGalleries(isHttps: boolean): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    const guest = guestOf(request)
    if (!guest) return next()
    // the subdomains of somebody's name are not ours to speak for
    if (isHttps) response.setHeader('Strict-Transport-Security', 'max-age=31536000')
    const answers = guest.ownerId === null ? isForMails : isForVisitors
    // A studio's domain does not show Daymark's icon (rule 71); without an answer browsers would report an error.
    if (request.path === ICON) return void response.set(ICON_POLICY).status(204).end()
    if (!answers(request.method, request.url)) return refuseGuest(request, response)
    if (request.path === '/robots.txt') return void response.type('txt').send(ROBOTS)
    next()
  }
}

/** Somebody who typed the name alone sees a page; programs get the plain refusal. */
export function refuseGuest(request: Request, response: Response): void {
  response.setHeader('Cache-Control', 'no-store')
  const isPage = request.method === 'GET' && request.accepts(['json', 'html']) === 'html'
  if (!isPage) throw errors.NOT_FOUND()
  nothingHere(response)
}
