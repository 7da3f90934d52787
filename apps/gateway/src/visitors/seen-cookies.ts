import { readSeen, markShown, writeSeen } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, seenCookie } from '../session/cookies.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** How much of each gallery a browser has seen (rule 119): kept by the browser itself, and by nobody here. */
@Injectable()
export class SeenCookies {
  constructor(
    private readonly cookies: Cookies,
    private readonly clock: Clock,
  ) {}

  /** The gallery is shown as it is at this point of its history. */
  shown(token: string, upTo: number | undefined, request: Request, response: Response): void {
    if (upTo === undefined) return
    const before = readSeen(this.read(token, request))
    this.keep(token, writeSeen(markShown(before, upTo, this.clock.now().getTime())), response)
  }

  read(token: string, request: Request): string | undefined {
    return this.cookies.read(request, seenCookie(token))
  }
  keep(token: string, seen: string, response: Response): void {
    response.append('Set-Cookie', this.cookies.write(seenCookie(token), seen, { maxAgeSeconds: YEAR_SECONDS }))
  }
}
