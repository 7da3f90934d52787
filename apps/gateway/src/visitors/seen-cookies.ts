import { readSeen, markShown, writeSeen } from '@daymark/contracts'
import { Clock } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request, Response } from 'express'
import { Cookies, seenCookie } from '../session/cookies.ts'

const YEAR_SECONDS = 365 * 24 * 3600

/** Which changes of each gallery a browser has seen (rule 119). Only a cookie in the browser stores this. */
@Injectable()
export class SeenCookies {
  constructor(
    private readonly cookies: Cookies,
    private readonly clock: Clock,
  ) {}

  /** Records that the browser shows the gallery up to this change. */
  recordShown(token: string, upTo: number | undefined, request: Request, response: Response): void {
    if (upTo === undefined) return
    const before = readSeen(this.read(token, request))
    this.write(token, writeSeen(markShown(before, upTo, this.clock.now().getTime())), response)
  }

  read(token: string, request: Request): string | undefined {
    return this.cookies.read(request, seenCookie(token))
  }
  write(token: string, seen: string, response: Response): void {
    response.append('Set-Cookie', this.cookies.write(seenCookie(token), seen, { maxAgeSeconds: YEAR_SECONDS }))
  }
}
