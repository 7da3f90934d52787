import type { Type } from '@nestjs/common'
import { StatusController } from './status.controller.ts'
import { TokensController } from './tokens.controller.ts'

/** The public API. */
export const v1Controllers: Type[] = [StatusController, TokensController]
