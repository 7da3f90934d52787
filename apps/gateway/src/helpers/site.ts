import { PlatformConfig } from '@daymark/platform'
import { Injectable } from '@nestjs/common'
import type { Request } from 'express'

/** The address that people are sent to: the configured one, else the one this request came to. */
@Injectable()
export class Site {
  private readonly publicUrl?: string

  constructor({ publicUrl }: PlatformConfig) {
    this.publicUrl = publicUrl?.replace(/\/+$/, '')
  }

  of(request: Request): string {
    return this.publicUrl ?? `${request.protocol}://${request.get('host') ?? request.hostname}`
  }
}
