import { errors } from '@daymark/contracts'
import type { NestExpressApplication } from '@nestjs/platform-express'
import type { NextFunction, Request, Response } from 'express'

/** `//`, `/./`, `/../`, a backslash, or a letter, digit, `-`, `.`, `_`, `~` written as `%41`: other spellings of some other path. */
const OTHER_SPELLING = /\/\/|\/\.{1,2}(?:\/|$)|\\|%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/i

/** Letters count as they are written, and nothing may stand behind the end. */
export function routeBySpelling(app: NestExpressApplication): void {
  // The settings of the same name come too late: the router is there before anybody can set them.
  Object.assign(app.getHttpAdapter().getInstance().router, { caseSensitive: true, strict: true })
}

/**
 * Every address has one spelling: what looks at a path (limits, caches, the check of foreign sites, the log) and what routes by it
 * can then never mean two different things. Others are not found.
 */
export function refuseOtherSpellings(request: Request, _: Response, next: NextFunction): void {
  if (OTHER_SPELLING.test(request.path)) throw errors.NOT_FOUND()
  next()
}
