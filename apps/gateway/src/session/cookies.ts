import { createHash } from 'node:crypto'
import { parseCookie, stringifyCookie } from 'cookie'
import type { Request } from 'express'

/** Cookie values are not encoded. The cookie library rejects characters that a cookie cannot contain. */
const NO_ENCODING = { encode: (value: string) => value, decode: (value: string) => value }

/** The value of a cookie. The first one counts, because browsers send the most specific first. */
export const readCookie = ({ headers }: Pick<Request, 'headers'>, name: string): string | undefined =>
  parseCookie(headers.cookie ?? '', NO_ENCODING)[name]

type CookieLifetime = { expires: Date } | { maxAgeSeconds: number } | 'browser session' | 'delete'

/**
 * rule 32: cookies are HttpOnly and SameSite=Lax. If the public URL is https, they are also Secure, and their names have the prefix
 * `__Host-`, so that browsers reject a cookie set by a sibling subdomain.
 */
export class Cookies {
  private readonly isSecure: boolean

  constructor(publicUrl: string | undefined) {
    this.isSecure = publicUrl?.startsWith('https:') ?? false
  }

  nameOf(base: string): string {
    return this.isSecure ? `__Host-${base}` : base
  }
  read(request: Pick<Request, 'headers'>, base: string): string | undefined {
    return readCookie(request, this.nameOf(base))
  }
  /** A Set-Cookie header. */
  formatSetCookie(base: string, value: string, lifetime: CookieLifetime): string {
    return [
      stringifyCookie({ [this.nameOf(base)]: value }, NO_ENCODING),
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
      ...(this.isSecure ? ['Secure'] : []),
      ...formatLifetime(lifetime),
    ].join('; ')
  }
}

function formatLifetime(lifetime: CookieLifetime): string[] {
  if (lifetime === 'browser session') return []
  if (lifetime === 'delete') return ['Max-Age=0', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT']
  return 'expires' in lifetime ? [`Expires=${lifetime.expires.toUTCString()}`] : [`Max-Age=${lifetime.maxAgeSeconds}`]
}

export const SESSION_COOKIE = 'daymark_session'
/** Identifies a browser in which the user has signed in before. */
export const DEVICE_COOKIE = 'daymark_device'
/**
 * The cookie with the grant that a visitor received for the password of a link. Cookie names contain only a hash of the token, so that the
 * browser does not store the token.
 */
export const grantCookieName = (shareToken: string): string => `daymark_gallery_${shortHash(shareToken)}`
/** The cookie with the random id by which visits of a link are counted. */
export const visitorCookieName = (shareToken: string): string => `daymark_visitor_${shortHash(shareToken)}`
/** Stores the key of a visitor who has entered a name. The key gives access to their pick list and comments. */
export const picksCookieName = (shareToken: string): string => `daymark_picks_${shortHash(shareToken)}`
/** Stores which changes of a gallery this browser has seen. */
export const seenCookieName = (shareToken: string): string => `daymark_seen_${shortHash(shareToken)}`
/** Matches a cookie of a gallery in a Cookie header. */
export const GALLERY_COOKIE_PATTERN = /^(?:__Host-)?daymark_(?:gallery|visitor|picks|seen)_[0-9a-f]{16}=/
const shortHash = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16)
