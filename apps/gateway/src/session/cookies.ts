import { createHash } from 'node:crypto'
import { parseCookie, stringifyCookie } from 'cookie'
import type { Request } from 'express'

/** Ours are plain, so nothing is encoded; the library refuses what a cookie cannot hold. */
const PLAIN = { encode: (value: string) => value, decode: (value: string) => value }

/** The value of one cookie. The first of a name counts, as browsers send the closest first. */
export const cookie = ({ headers }: Pick<Request, 'headers'>, name: string): string | undefined =>
  parseCookie(headers.cookie ?? '', PLAIN)[name]

export type CookieLife = { expires: Date } | { maxAgeSeconds: number } | 'browser session' | 'over'

/**
 * rule 32: HttpOnly, SameSite=Lax, Secure whenever the public address is https. There the name also carries `__Host-`:
 * browsers then refuse one that a neighbouring subdomain tries to plant.
 */
export class Cookies {
  private readonly secure: boolean

  constructor(publicUrl: string | undefined) {
    this.secure = publicUrl?.startsWith('https:') ?? false
  }

  name(base: string): string {
    return this.secure ? `__Host-${base}` : base
  }
  read(request: Pick<Request, 'headers'>, base: string): string | undefined {
    return cookie(request, this.name(base))
  }
  /** A Set-Cookie header. */
  write(base: string, value: string, life: CookieLife): string {
    return [
      stringifyCookie({ [this.name(base)]: value }, PLAIN),
      'Path=/',
      'HttpOnly',
      'SameSite=Lax',
      ...(this.secure ? ['Secure'] : []),
      ...lifeOf(life),
    ].join('; ')
  }
}

function lifeOf(life: CookieLife): string[] {
  if (life === 'browser session') return []
  if (life === 'over') return ['Max-Age=0', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT']
  return 'expires' in life ? [`Expires=${life.expires.toUTCString()}`] : [`Max-Age=${life.maxAgeSeconds}`]
}

export const SESSION = 'daymark_session'
/** What a browser that was signed in with is known by. */
export const DEVICE = 'daymark_device'
/** Per link, named by a hash so that the token itself is in no cookie jar. */
export const grantCookie = (shareToken: string): string => `daymark_gallery_${short(shareToken)}`
export const visitorCookie = (shareToken: string): string => `daymark_visitor_${short(shareToken)}`
/** Who a visitor of the link is: opens her list of picks and her comments. */
export const picksCookie = (shareToken: string): string => `daymark_picks_${short(shareToken)}`
/** How much of a gallery this browser has seen. */
export const seenCookie = (shareToken: string): string => `daymark_seen_${short(shareToken)}`
/** One of these in a Cookie header. */
export const GALLERY_COOKIES = /^(?:__Host-)?daymark_(?:gallery|visitor|picks|seen)_[0-9a-f]{16}=/
const short = (token: string): string => createHash('sha256').update(token).digest('hex').slice(0, 16)
