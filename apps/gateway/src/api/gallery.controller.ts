import { anonymous, type Actor as ActorType, http, sharing } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Body, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common'
import type { Request, Response } from 'express'
import type { z } from 'zod'
import { parsed } from '../http/parsed.ts'
import { Cookies, grantCookie } from '../session/cookies.ts'
import { Actor, Open } from '../session/session.guard.ts'
import { Visits } from '../visits.ts'

/** The visitor's side of a share link: no sign-in, only the token (S-SHARE-10). */
@Controller('api/shares/public/:token')
@Open()
export class GalleryController {
  private readonly rpc: RpcClient
  private readonly cookies: Cookies
  private readonly visits: Visits

  constructor(rpc: RpcClient, cookies: Cookies, visits: Visits) {
    this.rpc = rpc
    this.cookies = cookies
    this.visits = visits
  }

  @Get()
  async show(
    @Actor() actor: ActorType,
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<http.PublicShare> {
    const gallery = await this.rpc.call(sharing.getPublic, this.proof(request, token), anonymous)
    await this.visits.seen({ token, eventType: 'page_view' }, actor, request, response)
    // White-listed once more (READINGS 38): link and owner ids stay inside.
    return http.publicShare.parse(gallery)
  }

  @Post('unlock')
  @HttpCode(200)
  async unlock(
    @Param('token') token: string,
    @Body(parsed(http.unlockBody)) { password }: z.infer<typeof http.unlockBody>,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<z.infer<typeof http.success>> {
    const { grant } = await this.rpc.call(sharing.unlock, { token, password, address: request.ip ?? '' }, anonymous)
    response.append('Set-Cookie', this.cookies.write(grantCookie(token), grant, 'browser session'))
    return { success: true, message: 'The gallery is open.' }
  }

  private proof(request: Request, token: string) {
    return { token, grant: this.cookies.read(request, grantCookie(token)) }
  }
}
