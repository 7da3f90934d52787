import type { Type } from '@nestjs/common'
import { DeliveriesController } from './deliveries.controller.ts'
import { StatusController } from './status.controller.ts'
import { TokensController } from './tokens.controller.ts'
import { WebhooksController } from './webhooks.controller.ts'

/** The public API. */
export const v1Controllers: Type[] = [StatusController, TokensController, WebhooksController, DeliveriesController]
