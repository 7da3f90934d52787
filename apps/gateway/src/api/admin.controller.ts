import { type Actor as ActorType, admin, http } from '@daymark/contracts'
import { RpcClient } from '@daymark/platform'
import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common'
import type { z } from 'zod'
import { paging } from '../http/paging.ts'
import { parsed } from '../http/parsed.ts'
import { presentUser } from '../presenters/user.ts'
import { Actor, SuperAdminOnly } from '../session/session.guard.ts'
import { Sessions } from '../session/sessions.ts'

/** Without a limit, as the screen asks: all that one answer may hold. */
const ALL = Number.MAX_SAFE_INTEGER

@Controller('api/admin')
@SuperAdminOnly()
export class AdminController {
  private readonly rpc: RpcClient
  private readonly sessions: Sessions

  constructor(rpc: RpcClient, sessions: Sessions) {
    this.rpc = rpc
    this.sessions = sessions
  }

  @Get('users')
  async users(@Actor() actor: ActorType, @Query() query: { limit?: string; offset?: string }): Promise<http.User[]> {
    const { users } = await this.rpc.call(
      admin.listUsers,
      paging({ limit: query.limit, offset: query.offset }, ALL),
      actor,
    )
    return users.map(presentUser)
  }

  @Post('users')
  async createUser(
    @Actor() actor: ActorType,
    @Body(parsed(http.createUserBody)) body: z.infer<typeof http.createUserBody>,
  ): Promise<z.infer<typeof http.createdUser>> {
    const { email, password, role } = body
    const wanted = { email, password, role, displayName: body.displayName ?? null, tier: body.subscriptionTier }
    const user = await this.rpc.call(admin.createUser, wanted, actor)
    return { ...presentUser(user), displayName: user.displayName, subscriptionTier: user.tier }
  }

  @Get('generate-password')
  @Header('Cache-Control', 'no-store')
  generatePassword(@Actor() actor: ActorType): Promise<{ password: string }> {
    return this.rpc.call(admin.generatePassword, {}, actor)
  }

  @Post('users/:id/reset-password')
  @HttpCode(200)
  async resetPassword(@Actor() actor: ActorType, @Param('id') id: string): Promise<{ temporaryPassword: string }> {
    const answer = await this.rpc.call(admin.resetPassword, { id }, actor)
    this.sessions.dropUser(id)
    return answer
  }
}
