import { Controller, Get, Res } from '@nestjs/common'
import type { Response } from 'express'
import { ChangeStream } from '../events/change-stream.ts'
import { OutOfTurn } from '../session/in-turn.ts'
import { CurrentSession } from '../session/session.guard.ts'
import { type Session, Sessions } from '../session/sessions.ts'

@Controller('api/events')
@OutOfTurn()
export class EventsController {
  private readonly stream: ChangeStream
  private readonly sessions: Sessions

  constructor(stream: ChangeStream, sessions: Sessions) {
    this.stream = stream
    this.sessions = sessions
  }

  @Get()
  open(@CurrentSession() session: Session, @Res() response: Response): void {
    const isStillSignedIn = () => this.sessions.check(session.token).then(...YES_OR_NO)
    this.stream.open(session.user.id, response, isStillSignedIn)
  }
}

const YES_OR_NO = [() => true, () => false] as const
