import { DropDeadLetters } from './drop-dead-letters.handler.ts'
import { Everybody } from './everybody.ts'
import { GetServices } from './get-services.handler.ts'
import { GetSettings } from './get-settings.handler.ts'
import { ListDeadLetters } from './list-dead-letters.handler.ts'
import { ReplayDeadLetters } from './replay-dead-letters.handler.ts'
import { TellGateway } from './tell-gateway.handler.ts'

/** The System page: roll call, settings, and what was given up. */
export const systemHandlers = [
  ...[GetServices, TellGateway, GetSettings],
  ...[ListDeadLetters, ReplayDeadLetters, DropDeadLetters],
]
export const systemProviders = [Everybody]
